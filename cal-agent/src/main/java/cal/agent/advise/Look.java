package cal.agent.advise;

import java.time.Duration;

/**
 * A server at a moment. Immutable.
 *
 * @param nanos when, of {@link System#nanoTime}
 * @param cpu CPU time that its process has had
 * @param steps steps of all its stages that have ended
 * @param runs runs of the load that have ended
 * @param refused activities that its stages have refused
 * @param failed activities that have failed
 * @param megabytes its memory that is resident; 0 where the system does not tell
 */
record Look(
    long nanos, Duration cpu, long steps, long runs, long refused, long failed, long megabytes) {}
