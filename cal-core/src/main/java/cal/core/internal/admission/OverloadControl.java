package cal.core.internal.admission;

import java.util.concurrent.TimeUnit;

/**
 * Which connections, or steps of connections, are refused at their turn: newcomers during a
 * standing queue, after so long a wait that their clients are about to go.
 *
 * <p>A refusal costs little, so the queue gets shorter by itself, and later newcomers are in time.
 * No limit is needed, and no throughput. A standing queue, unlike a burst, is known by time as in
 * CoDel (Nichols and Jacobson, 2012). The deadline is shorter during a standing queue, as in folly
 * (Maurer, "Fail at Scale", 2015).
 *
 * <p>Nobody is refused who came before the first late newcomer: no burst, and no client of a pause.
 *
 * <p>The lowest rank is shed first. Where a newcomer of a higher rank has come since, and is beyond
 * hope, the next rank is shed as well, and ranks below are refused at once (as in DAGOR, Zhou and
 * others, 2018). Thread-safe, and a pure computation over the given times.
 */
public final class OverloadControl {
  /** A newcomer is late after a longer wait. */
  static final long LATE = TimeUnit.MILLISECONDS.toNanos(100);

  /** After a longer wait, while a queue stands, refusals begin. */
  static final long HOPELESS = TimeUnit.MILLISECONDS.toNanos(450);

  /** Then newcomers are refused after a longer wait than this. */
  static final long DEADLINE = TimeUnit.MILLISECONDS.toNanos(200);

  /** A queue stands once newcomers have been late for so long. */
  static final long STANDING = TimeUnit.MILLISECONDS.toNanos(500);

  /** A queue has gone once nobody was late for so long. */
  static final long GONE = TimeUnit.MILLISECONDS.toNanos(250);

  /** Refusals end once nobody was refused for so long. */
  static final long QUIET = TimeUnit.SECONDS.toNanos(1);

  /** Refusals end after so long, and go on after another wait of {@link #HOPELESS}. */
  static final long LONGEST = TimeUnit.SECONDS.toNanos(5);

  /** Where refusals let nobody begin for so long, clients wait in no queue. */
  static final long CLOSED = TimeUnit.MILLISECONDS.toNanos(500);

  /** Clients of a slower server, with fewer late begins, are patient. */
  static final int LEAST_A_SECOND = 64;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Guarded by this, as all below: whether there is a queue. */
  private boolean late;

  private long firstLate;
  private long lastLate;

  /** When the present second of the queue began. */
  private long second;

  /** The late newcomers of that second, and of the second before. */
  private int inSecond;

  private int inSecondBefore;
  private long lastBegun;
  private long lastRefused;
  private boolean refuses;
  private long refusesSince;

  /** The lowest rank of late newcomers of the queue. */
  private int lowest;

  /** During refusals: the highest rank that is refused, since when, and the next rank seen. */
  private int shed;

  private long shedSince;
  private int next;

  /**
   * Whether a connection may come in.
   *
   * @param now by {@link System#nanoTime}
   * @param arrived when it came, by the same clock
   */
  public synchronized boolean admit(long now, long arrived) {
    return !refuse(now, arrived, 0);
  }

  /**
   * Whether a connection begins its first step now; if not, it is refused.
   *
   * @param now by {@link System#nanoTime}
   * @param arrived when it came, by the same clock
   */
  public synchronized boolean begin(long now, long arrived) {
    return begin(now, arrived, 0);
  }

  /** The same of a rank: the lowest is refused first. */
  public synchronized boolean begin(long now, long arrived, int rank) {
    if (refuse(now, arrived, rank)) {
      return false;
    }
    if (now - arrived > LATE) {
      note(now, rank);
    }
    lastBegun = now;
    return true;
  }

  private boolean refuse(long now, long arrived, int rank) {
    if (!stands(now) || arrived - firstLate < 0) {
      return false;
    }
    refuses &= now - lastRefused <= QUIET && now - refusesSince <= LONGEST;
    if (now - arrived > HOPELESS) {
      shedMore(now, arrived, rank);
    }
    if (!refuses || rank > shed || (rank == shed && now - arrived <= DEADLINE)) {
      next = rank > shed ? Math.min(next, rank) : next;
      return false;
    }
    if (now - lastBegun > CLOSED && now != refusesSince) {
      late = false;
      return false;
    }
    lastRefused = now;
    if (now - arrived > LATE) {
      note(now, rank);
    }
    return true;
  }

  /** Begins to refuse; or refuses the next rank, where refusals so far have not helped. */
  private void shedMore(long now, long arrived, int rank) {
    if (!refuses) {
      refuses = true;
      refusesSince = now;
      lastRefused = now;
      shedFrom(now, Math.min(lowest, rank));
    } else if (rank > shed && arrived - shedSince > 0) {
      shedFrom(now, Math.min(next, rank));
    }
  }

  private void shedFrom(long now, int rank) {
    shed = rank;
    shedSince = now;
    next = Integer.MAX_VALUE;
  }

  private boolean stands(long now) {
    late &= now - lastLate <= GONE;
    return late && now - firstLate >= STANDING && areMany(now);
  }

  /** Whether enough newcomers are late a second, in this second and the last. */
  private boolean areMany(long now) {
    beginSecond(now);
    long whole = second - firstLate > 0 ? SECOND : 0;
    long millis = TimeUnit.NANOSECONDS.toMillis(now - second + whole);
    return inSecond + inSecondBefore >= LEAST_A_SECOND * millis / 1000;
  }

  private void note(long now, int rank) {
    if (!late || now - lastLate > GONE) {
      late = true;
      lowest = rank;
      firstLate = now;
      second = now;
      inSecond = 0;
      inSecondBefore = 0;
    }
    beginSecond(now);
    inSecond++;
    lowest = Math.min(lowest, rank);
    lastLate = now;
  }

  /** No second passes without a late newcomer, or the queue has gone. */
  private void beginSecond(long now) {
    if (now - second >= SECOND) {
      second += SECOND;
      inSecondBefore = inSecond;
      inSecond = 0;
    }
  }
}
