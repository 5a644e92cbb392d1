/**
 * All stages of a process: how they are opened, drained together, and wait for each other.
 *
 * <pre>
 *   Engine --opens--&gt; stages          Drain: idle activities first, stragglers at a deadline
 *      '--keeps--&gt; Listeners          Deadlocks: what waits for each other for good, in the log
 * </pre>
 *
 * <p>It sees {@code stage} and the rooms below that. Operators see it as {@code
 * cal.core.CalRuntime}.
 */
package cal.core.internal.engine;
