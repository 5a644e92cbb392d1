package cal.simulation.spi;

/** Random numbers by a seed (SplitMix64). Not thread-safe. */
public final class Chance {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  /** Numbers by a seed. */
  public Chance(long seed) {
    this(seed, 0);
  }

  /**
   * Numbers by a seed for one of several uses, which know nothing of each other's numbers.
   *
   * @param use a number of its own
   */
  public Chance(long seed, int use) {
    // Seeds that follow each other would begin one step apart in the same sequence.
    state = mix(mix(seed) + use);
  }

  /** Returns the next 64 bits. */
  public long next() {
    state += GOLDEN;
    return mix(state);
  }

  private static long mix(long bits) {
    long z = bits;
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
