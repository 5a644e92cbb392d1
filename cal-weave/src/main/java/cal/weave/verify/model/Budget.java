package cal.weave.verify.model;

import cal.weave.support.WeaveException;

/** The time that a search may take. For a single thread. */
public final class Budget {
  /** A way to a smaller search. */
  public static final String REMEDY =
      "; verify fewer classes at a time, or give stages that no deadlock needs model=sequential by"
          + " --set cal.stage.STAGE.model";

  private static final int ROUND = 1024;

  private final long seconds;
  private final long end;

  /** Begins. */
  public Budget(long seconds) {
    this.seconds = seconds;
    this.end = System.nanoTime() + seconds * 1_000_000_000;
  }

  /** Whether the time is over. */
  public boolean isSpent() {
    return System.nanoTime() - end >= 0;
  }

  /**
   * Looks at the clock, each so many rounds.
   *
   * @throws WeaveException if the time is over
   */
  public void check(int round) {
    if (round % ROUND == 0 && isSpent()) {
      throw new WeaveException(
          "the search was given up after %d s, so nothing is known".formatted(seconds) + REMEDY);
    }
  }
}
