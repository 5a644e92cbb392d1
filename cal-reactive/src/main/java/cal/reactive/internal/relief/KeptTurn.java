package cal.reactive.internal.relief;

import cal.reactive.internal.relief.CoreUse.Look;
import java.util.function.Supplier;

/**
 * The present turn of a loop's thread, and for how long the turn has kept the loop. A turn that
 * merely waits for a core keeps nothing: another thread would have to wait as well, and would take
 * its turn from the threads of others. For the thread that looks at loops.
 */
final class KeptTurn {
  private final long pause;
  private long turn;
  private long lookedAt;
  private long kept;

  /** The look before at the same turn; null without one. */
  private Look before;

  /**
   * Has seen no turn.
   *
   * @param pause nanoseconds between two looks; more where the looking thread waits for a core
   *     itself
   */
  KeptTurn(long pause) {
    this.pause = pause;
  }

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
   * Looks at the same turn again. A pause before the first look at the thread counts.
   *
   * @param looking at the thread; null where the system does not tell
   * @return nanoseconds on a core, or in a wait for something else
   */
  long lookAgain(long now, Supplier<Look> looking) {
    Look look = looking.get();
    long passed = now - lookedAt;
    if (look != null && before == null) {
      passed = Math.min(passed, pause);
    } else if (look != null && look.wantsCore()) {
      passed = look.onCores() - before.onCores();
    }
    kept += passed;
    lookedAt = now;
    before = look;
    return kept;
  }
}
