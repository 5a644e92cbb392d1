/**
 * A run: its threads, its time, its steps.
 *
 * <pre>
 *  Seam --> RunHooks --> Simulation --> ReadyThreads, ThreadTable, Timers, Trace
 *                             +--------> LoopHosts, Unblocker, Switches
 *                             '--------> Standstill, where nothing goes on
 * </pre>
 *
 * One thread carries a run, and all simulated threads on it; no lock is needed.
 */
package cal.simulation.internal.schedule;
