/**
 * One event loop and the thread that serves it. A loop knows the others, its workers and the steps
 * of activities by three interfaces, which the rooms above implement.
 *
 * <pre>
 *                  /-- TurnQueue: virtual threads that can go on, steps with input
 * LoopThread --&gt; Loop -- Selection: the poller in which it sleeps
 *                  \-- Timers
 * </pre>
 */
package cal.reactive.internal.loop;
