package cal.agent.advise;

import java.time.Duration;

/**
 * A server at a moment. Immutable.
 *
 * @param nanos when, of {@link System#nanoTime}
 * @param cpu CPU time that its process has had
 * @param steps steps of all its stages that have ended
 * @param runs runs of the load that have ended
 * @param captured calls that its stages have captured
 * @param refused activities that its stages have refused
 * @param failed activities that have failed
 * @param megabytes its memory that is resident; 0 where the system does not tell
 */
record Sample(
    long nanos,
    Duration cpu,
    long steps,
    long runs,
    long captured,
    long refused,
    long failed,
    long megabytes) {
  /** Steps that have ended well: one that fails ends its activity. */
  long right() {
    return steps - failed;
  }
}
