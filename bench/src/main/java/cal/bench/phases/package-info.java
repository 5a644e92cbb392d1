/**
 * Loads that change while a server lives: each server lives through the same phases, alone.
 *
 * <pre>
 *   PhasesKind --&gt; PhasesPlan --&gt; PhasesSeat (a server) --Phase by Phase--&gt; EveryService (its program)
 * </pre>
 */
package cal.bench.phases;
