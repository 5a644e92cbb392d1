/**
 * All stages of a process: opening, common drain, waits for each other.
 *
 * <pre>
 *   Engine --opens--&gt; stages          Drain: idle activities first, stragglers at a deadline
 *      '--keeps--&gt; Listeners          Deadlocks, Initialisers, Carriers: find hangs
 * </pre>
 *
 * <p>The room sees {@code stage} and the rooms below. For operators the room is {@code
 * cal.core.CalRuntime}.
 */
package cal.core.internal.engine;
