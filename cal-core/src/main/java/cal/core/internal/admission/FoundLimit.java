package cal.core.internal.admission;

/**
 * How many newcomers may wait for their first step, found by how long they wait: as many as begin
 * within {@value #TARGET_MILLIS} ms, once many have waited, and most have begun late, for a while.
 *
 * <p>It needs no measure of a server without load, by which other limits judge latencies: a queue
 * is as long as its throughput times the wait in it (Little's law), and the throughput is known
 * while many wait. That a queue stands, and is no burst, is told as CoDel does (Nichols and
 * Jacobson, 2012): by time. A young JVM, which compiles what it runs, has more of that.
 *
 * <p>A pure computation over windows of time, for one thread at a time.
 */
final class FoundLimit {
  /** Any number may wait. */
  static final int NONE = Integer.MAX_VALUE;

  /** How long a newcomer is to wait at most, where there are too many. */
  static final long TARGET_MILLIS = 150;

  /** A newcomer that has waited longer is late. */
  static final long LATE_MILLIS = 100;

  static final long LATE_NANOS = LATE_MILLIS * 1_000_000;

  private static final long TARGET_NANOS = TARGET_MILLIS * 1_000_000;

  /** So many may wait however slowly they begin. */
  static final int LEAST = 64;

  /** So many windows more were late than in time before there is a limit. */
  static final int STANDING = 5;

  /** The same for a young server. */
  static final int STANDING_YOUNG = 20;

  /** A server is young for so many windows in which some began. */
  static final int YOUNG = 300;

  /** So many windows in a row refused nobody before there is none. */
  static final int QUIET = 10;

  /** The part of the throughput that one window decides at least. */
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
    /** Where few wait, they wait for others that are served, and not for each other. */
    private boolean isLate() {
      return late * 2L > began && waiting >= LEAST;
    }

    /** Whether as many began as can. */
    private boolean isFull() {
      return waiting >= LEAST || refused > 0;
    }
  }

  private double beginPerNano;

  /** Windows since the throughput was forgotten. */
  private int measured;

  private int lived;
  private int standing;
  private int quiet;
  private boolean limits;

  /** The limit after another window. */
  int after(Window window) {
    if (window.isFull()) {
      double weight = Math.max(WEIGHT, 1.0 / ++measured);
      beginPerNano += weight * (window.began() / (double) window.nanos() - beginPerNano);
    }
    if (limits) {
      quiet = window.refused() > 0 || window.isLate() ? 0 : quiet + 1;
      limits = quiet < QUIET;
      standing = 0;
    } else if (window.began() > 0) {
      lived++;
      standing = Math.max(0, standing + (window.isLate() ? 1 : -1));
      limits = standing >= (lived < YOUNG ? STANDING_YOUNG : STANDING);
      quiet = 0;
    }
    if (!limits && standing == 0) {
      measured = 0; // it is another server by the next time
    }
    return limits ? Math.max(LEAST, (int) (beginPerNano * TARGET_NANOS)) : NONE;
  }
}
