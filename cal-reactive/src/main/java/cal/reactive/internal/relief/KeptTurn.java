package cal.reactive.internal.relief;

import cal.reactive.internal.relief.CoreUse.Look;
import java.util.function.Supplier;

/**
 * The present turn of a loop's thread, and for how long the turn has kept the loop. A turn that
 * merely waits for a core keeps nothing: another thread would have to wait as well, and would take
 * its turn from the threads of others. For the relief thread.
 */
final class KeptTurn {
  private long turn;
  private long lookedAt;
  private long kept;

  /** The look before at the same turn; null without one. */
  private Look before;

  /** Whether the same turn was seen by the look before. */
  boolean is(long number) {
    return turn == number;
  }

  /** Notes another turn, or the same from now on. */
  void begin(long number, long now) {
    turn = number;
    lookedAt = now;
    kept = 0;
    before = null;
  }

  /**
   * Looks at the same turn again. The time before the first look at the thread counts.
   *
   * @param looking at the thread; null where the system does not tell
   * @return nanoseconds on a core, or in a wait for something else
   */
  long lookAgain(long now, Supplier<Look> looking) {
    Look look = looking.get();
    boolean computes = look != null && before != null && look.wantsCore();
    kept += computes ? look.onCores() - before.onCores() : now - lookedAt;
    lookedAt = now;
    before = look;
    return kept;
  }
}
