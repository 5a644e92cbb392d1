package cal.simulation.spi;

/** Random numbers by a seed (SplitMix64). Not thread-safe. */
public final class Chance {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  /** Numbers by a seed. */
  public Chance(long seed) {
    state = seed * GOLDEN + 1;
  }

  /** Returns the next 64 bits. */
  public long next() {
    state += GOLDEN;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Returns a number from 0.
   *
   * @param bound a positive number, excluded
   */
  public int below(int bound) {
    return (int) ((next() >>> 33) % bound);
  }

  /**
   * Returns true once in so many times.
   *
   * @param times 0 for never
   */
  public boolean oneIn(int times) {
    return times > 0 && below(times) == 0;
  }
}
