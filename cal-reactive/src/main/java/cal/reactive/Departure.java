package cal.reactive;

/**
 * How a virtual thread leaves its loop: it yields, and its next turn is handed to something else.
 * For the thread of a loop, and the virtual thread that this one carries.
 */
final class Departure {
  /** Where a virtual thread goes on. */
  @FunctionalInterface
  interface Way {
    /** Has a turn run elsewhere; false if it is to be the loop's as ever. */
    boolean takes(Runnable turn);
  }

  private final LoopThread from;

  /** Null but while somebody leaves. */
  private Way way;

  Departure(LoopThread from) {
    this.from = from;
  }

  /**
   * Has the calling virtual thread go on elsewhere, until it waits or yields there.
   *
   * @return false if it cannot leave its carrier now
   */
  boolean begin(Way chosen) {
    way = chosen;
    Thread.yield();
    if (LoopThread.current() == from && way != null) {
      way = null;
      return false;
    }
    return true;
  }

  /** Whether a turn that is added now is of the thread that leaves, and is taken elsewhere. */
  boolean takes(Runnable turn) {
    Way chosen = way;
    if (chosen == null || Thread.currentThread() != from) {
      return false;
    }
    way = null;
    return chosen.takes(turn);
  }
}
