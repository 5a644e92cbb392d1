/**
 * The native Java thread as a concurrency model (CAL paper, section 3.3): {@code thread}, a
 * platform thread each, and {@code thread-pool}, a fixed number of threads on a bounded queue.
 */
package cal.thread;
