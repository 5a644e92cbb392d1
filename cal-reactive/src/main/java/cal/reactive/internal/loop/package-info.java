/**
 * An event loop and its serving thread. A loop knows the others, its workers and the steps of
 * activities by three interfaces, implemented by the rooms above.
 *
 * <pre>
 *                  /-- TurnQueue: virtual threads that can go on, steps with input
 * LoopThread --&gt; Loop -- Selection: the poller, for its sleep
 *                  \-- Timers
 * </pre>
 */
package cal.reactive.internal.loop;
