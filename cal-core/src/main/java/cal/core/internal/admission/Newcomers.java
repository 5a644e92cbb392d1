package cal.core.internal.admission;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The connections of a stage that wait for their first step, and how many may: the limit that is
 * found where {@code max-in-flight} is {@code auto}. Thread-safe.
 */
public final class Newcomers {
  /** Windows are no shorter: in a moment, a throughput is anything. */
  private static final long LEAST_NANOS = 50_000_000;

  private final AtomicInteger waiting = new AtomicInteger();
  private final LongAdder began = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private volatile int limit = FoundLimit.NONE;

  /** Guarded by this, as all below. */
  private FoundLimit found = new FoundLimit();

  private long windowBegan = System.nanoTime();

  /** Whether another may come in and wait. */
  public boolean admit() {
    if (waiting.get() < limit) {
      return true;
    }
    refused.increment();
    return false;
  }

  /** One came in, and waits. */
  public void enter() {
    waiting.incrementAndGet();
  }

  /** One of them begins its first step. */
  public void begin(long waitedNanos) {
    waiting.decrementAndGet();
    began.increment();
    if (waitedNanos > FoundLimit.LATE_NANOS) {
      late.increment();
    }
  }

  /** One of them ends without having begun. */
  public void leave() {
    waiting.decrementAndGet();
  }

  /** How many wait. */
  public int waiting() {
    return Math.max(0, waiting.get());
  }

  /** How many may wait: {@link Integer#MAX_VALUE} where there is no limit. */
  public int limit() {
    return limit;
  }

  /**
   * Ends a window of time, unless it has just begun, and finds the limit for the next.
   *
   * @param now by {@link System#nanoTime}
   * @param wanted whether there is to be one
   * @return whether it has changed
   */
  public synchronized boolean look(long now, boolean wanted) {
    if (now - windowBegan < LEAST_NANOS) {
      return false;
    }
    int before = limit;
    FoundLimit.Window window =
        new FoundLimit.Window(
            now - windowBegan,
            (int) began.sumThenReset(),
            (int) late.sumThenReset(),
            (int) refused.sumThenReset(),
            waiting());
    windowBegan = now;
    if (wanted) {
      limit = found.after(window);
    } else if (before != FoundLimit.NONE) {
      found = new FoundLimit();
      limit = FoundLimit.NONE;
    }
    return limit != before;
  }
}
