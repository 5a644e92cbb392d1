package cal.sample.upload;

import java.time.Duration;

/**
 * Keeps a processor busy: as many steps of a generator of random numbers as take the given time on
 * an otherwise idle processor. Immutable, hence thread-safe.
 */
final class Computation implements SlowStore.ServiceTime {

  private static final long START = 88_172_645_463_325_252L;

  /** A chunk takes some 10 microseconds. */
  private static final int STEPS = 8192;

  /** Time to measure the speed, in nanoseconds: compilers need a while. */
  private static final long CALIBRATION = 400_000_000;

  private final long chunks;

  /** Finds out how fast this processor is, which takes not half a second. */
  Computation(Duration time) {
    long fastest = Long.MAX_VALUE;
    long random = START;
    long until = System.nanoTime() + CALIBRATION;
    for (long begun = System.nanoTime(); begun - until < 0; begun = System.nanoTime()) {
      random = chunk(random);
      fastest = Math.min(fastest, System.nanoTime() - begun);
    }
    require(random);
    chunks = time.toNanos() / Math.max(1, fastest);
  }

  @Override
  public void pass() {
    long random = START;
    for (long i = 0; i < chunks; i++) {
      random = chunk(random);
    }
    require(random);
  }

  /** Xorshift (Marsaglia 2003): each step needs the step before. */
  private static long chunk(long random) {
    long next = random;
    for (int i = 0; i < STEPS; i++) {
      next ^= next << 13;
      next ^= next >>> 7;
      next ^= next << 17;
    }
    return next;
  }

  /** Uses the result, so no compiler leaves the steps out. */
  private static void require(long random) {
    if (random == 0) {
      throw new IllegalStateException("a xorshift generator never comes to 0");
    }
  }
}
