package cal.agent.advise;

import java.time.Duration;

/**
 * A server at a moment. Immutable.
 *
 * @param nanos when, of {@link System#nanoTime}
 * @param cpu CPU time of the process
 * @param steps ended steps of all stages
 * @param runs ended runs of the load
 * @param captured captured calls of all stages
 * @param refused refused activities of all stages
 * @param failed failed activities
 * @param megabytes resident memory; 0 if the system does not tell
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
  /** Successful steps: a failing step ends its activity. */
  long right() {
    return steps - failed;
  }
}
