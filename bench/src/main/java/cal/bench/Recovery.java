package cal.bench;

import java.time.Duration;

/**
 * Notices when latencies are again what they were: in two slices of time in a row, so that a lull
 * does not count. Confined to one thread.
 */
final class Recovery {
  /** Latencies of at most so many times those before are those before. */
  static final double ALIKE = 1.5;

  private final double before;
  private final Duration slice;
  private Duration begun = Duration.ZERO;
  private boolean lastWasAlike;

  Recovery(double before, Duration slice) {
    this.before = before;
    this.slice = slice;
  }

  /** Takes the latency of the next slice; whether it was the second in a row. */
  boolean isOver(double latency) {
    boolean alike = latency <= ALIKE * before;
    if (alike && lastWasAlike) {
      return true;
    }
    if (lastWasAlike) {
      begun = begun.plus(slice);
    }
    if (!alike) {
      begun = begun.plus(slice);
    }
    lastWasAlike = alike;
    return false;
  }

  /** When latencies began to be what they were, or may begin at the earliest. */
  Duration begun() {
    return begun;
  }
}
