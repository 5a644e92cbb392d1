package cal.bench.overload;

import java.time.Duration;

/**
 * Notices when a server is again what it was: when in two slices of time in a row, so that a lull
 * does not count, latencies are what they were and every request is answered. Where nobody was
 * answered before, that is never seen. Confined to one thread.
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

  /** Takes the latency and the errors of the next slice; whether it was the second in a row. */
  boolean isOver(double latency, long errors) {
    boolean alike = Double.isFinite(before) && latency <= ALIKE * before && errors == 0;
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

  /** When the server began to be what it was, or may begin at the earliest. */
  Duration begun() {
    return begun;
  }
}
