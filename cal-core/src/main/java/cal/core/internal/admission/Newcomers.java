package cal.core.internal.admission;

import java.util.concurrent.TimeUnit;

/**
 * Which connections are refused at their turn: those that came while a queue stood, and have waited
 * so long that their clients are about to go.
 *
 * <p>A refusal costs little, so the queue gets shorter by itself, and those behind are in time. No
 * limit is needed, and no throughput. That a queue stands, and is no burst, is told by time as in
 * CoDel (Nichols and Jacobson, 2012). The deadline is shorter while it stands, as in folly (Maurer,
 * "Fail at Scale", 2015).
 *
 * <p>It refuses nobody who had come before the first was late: no burst, and no client of a pause.
 * Thread-safe, and a pure computation over the times that it is given.
 */
public final class Newcomers {
  /** A newcomer that has waited longer is late. */
  static final long LATE = TimeUnit.MILLISECONDS.toNanos(100);

  /** Where one has waited longer, and a queue stands, refusals begin. */
  static final long HOPELESS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Then those are refused that have waited longer than this. */
  static final long DEADLINE = TimeUnit.MILLISECONDS.toNanos(200);

  /** A queue stands once newcomers have been late for so long. */
  static final long STANDING = TimeUnit.MILLISECONDS.toNanos(500);

  /** It has gone once nobody was late for so long. */
  static final long GONE = TimeUnit.MILLISECONDS.toNanos(250);

  /** Refusals end once nobody was refused for so long. */
  static final long QUIET = TimeUnit.SECONDS.toNanos(1);

  /** Where refusals let nobody begin for so long, it is no queue that they wait in. */
  static final long CLOSED = TimeUnit.MILLISECONDS.toNanos(500);

  /** Clients of a server that begins fewer late ones are as patient as it is slow. */
  static final int LEAST_A_SECOND = 64;

  /** Guarded by this, as all below: the late ones of the present queue; 0 where there is none. */
  private long late;

  private long firstLate;
  private long lastLate;
  private long lastBegun;
  private long lastRefused;
  private boolean refuses;

  /**
   * Whether a connection may come in.
   *
   * @param now by {@link System#nanoTime}
   * @param arrived when it came, by the same clock
   */
  public synchronized boolean admit(long now, long arrived) {
    return !refuse(now, arrived);
  }

  /**
   * Whether a connection begins its first step now; if not, it is refused.
   *
   * @param now by {@link System#nanoTime}
   * @param arrived when it came, by the same clock
   */
  public synchronized boolean begin(long now, long arrived) {
    if (refuse(now, arrived)) {
      return false;
    }
    if (now - arrived > LATE) {
      note(now);
    }
    lastBegun = now;
    return true;
  }

  private boolean refuse(long now, long arrived) {
    if (!stands(now) || arrived - firstLate < 0) {
      return false;
    }
    refuses &= now - lastRefused <= QUIET;
    if (now - arrived <= (refuses ? DEADLINE : HOPELESS)) {
      return false;
    }
    if (refuses && now - lastBegun > CLOSED) {
      late = 0;
      return false;
    }
    refuses = true;
    lastRefused = now;
    note(now);
    return true;
  }

  private boolean stands(long now) {
    if (late > 0 && now - lastLate > GONE) {
      late = 0;
    }
    long lasts = now - firstLate;
    return late > 0
        && lasts >= STANDING
        && late >= LEAST_A_SECOND * TimeUnit.NANOSECONDS.toMillis(lasts) / 1000;
  }

  private void note(long now) {
    if (late == 0 || now - lastLate > GONE) {
      late = 0;
      firstLate = now;
    }
    late++;
    lastLate = now;
  }
}
