package cal.simulation.spi;

/**
 * A thread by chance; a running thread stands still at one of 20 points, for as long as the network
 * takes. Without stalls races across two messages hide: the others never get that far. Not
 * thread-safe.
 */
public final class RandomStalls implements Strategy {
  private static final int ONE_IN = 20;
  private static final int LONGEST_NANOS = 3_000_000;

  private final Chance chance;

  /** Choices by chance. */
  public RandomStalls(Chance chance) {
    this.chance = chance;
  }

  @Override
  public int next(int[] ready, int count) {
    return chance.below(count);
  }

  @Override
  public long at(int running, Point point) {
    if (!chance.oneIn(ONE_IN)) {
      return GO_ON;
    }
    return chance.oneIn(2) ? 1L + chance.below(LONGEST_NANOS) : 0;
  }
}
