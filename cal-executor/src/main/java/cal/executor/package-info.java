/**
 * {@code java.util.concurrent} as a concurrency model (CAL paper, section 3.3): {@code executor}, a
 * task each on reused threads, {@code executor-pool}, a fixed pool, and {@code virtual}, a virtual
 * thread each (JEP 444).
 */
package cal.executor;
