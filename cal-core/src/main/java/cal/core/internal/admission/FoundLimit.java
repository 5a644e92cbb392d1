package cal.core.internal.admission;

/**
 * How many newcomers may wait for their first step, found by how long they wait: as many as begin
 * within {@value #TARGET_MILLIS} ms, once most of them have begun late for half a second or more.
 *
 * <p>It needs no measure of a server without load, by which other limits judge latencies: a queue
 * is as long as its throughput times the wait in it (Little's law), and the throughput is known
 * while some wait. That a queue stands, and is no burst, is told as CoDel does (Nichols and
 * Jacobson, 2012): by time.
 *
 * <p>A pure computation over windows of time, for one thread at a time.
 */
final class FoundLimit {
  /** Any number may wait. */
  static final int NONE = Integer.MAX_VALUE;

  /** How long a newcomer is to wait at most, where there are too many. */
  static final long TARGET_MILLIS = 250;

  /** A newcomer that has waited longer is late. */
  static final long LATE_MILLIS = 100;

  static final long LATE_NANOS = LATE_MILLIS * 1_000_000;

  private static final long TARGET_NANOS = TARGET_MILLIS * 1_000_000;

  /** So many may wait however slowly they begin. */
  static final int LEAST = 64;

  /** So many windows more were late than in time before there is a limit. */
  static final int STANDING = 5;

  /** So many windows in a row refused nobody before there is none. */
  static final int QUIET = 10;

  /** The part of the throughput that one window decides. */
  private static final double WEIGHT = 0.25;

  /**
   * The newcomers of a window. Immutable.
   *
   * @param nanos how long it was
   * @param began those that began their first step
   * @param late those of them that were late
   * @param refused those that were turned away
   * @param waiting those that wait at its end
   */
  record Window(long nanos, int began, int late, int refused, int waiting) {
    private boolean isLate() {
      return late * 2L > began;
    }

    private boolean isBusy() {
      return waiting > 0 || refused > 0;
    }
  }

  private double beginPerNano;
  private int standing;
  private int quiet;
  private boolean limits;

  /** The limit after another window. */
  int after(Window window) {
    if (window.isBusy()) {
      beginPerNano += WEIGHT * (window.began() / (double) window.nanos() - beginPerNano);
    }
    if (limits) {
      quiet = window.refused() > 0 || window.isLate() ? 0 : quiet + 1;
      limits = quiet < QUIET;
      standing = 0;
    } else if (window.began() > 0) {
      standing = Math.max(0, standing + (window.isLate() ? 1 : -1));
      limits = standing >= STANDING;
      quiet = 0;
    }
    return limits ? Math.max(LEAST, (int) (beginPerNano * TARGET_NANOS)) : NONE;
  }
}
