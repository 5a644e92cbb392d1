package cal.reactive;

import java.io.IOException;
import java.util.List;

/**
 * What an idle loop does about its siblings: where one turn keeps a sibling from the others that
 * wait for it, those go on here, so that no connection waits for a busy loop while another idles.
 *
 * <p>For the idle loop's thread, but for {@link #isOn}.
 */
final class Lookout {
  /** How long a sibling may be kept before it is helped. */
  private static final long LOOK_MILLIS = 1;

  private static final long LOOK_NANOS = LOOK_MILLIS * 1_000_000;

  /** Looks that find all siblings asleep before this loop sleeps without looking. */
  private static final int QUIET_LOOKS = 50;

  private final Loop idle;
  private final List<Loop> loops;
  private final long[] turnsSeen;
  private long lookedAt = System.nanoTime();
  private int quietLooks;
  private volatile boolean on = true;

  Lookout(Loop idle, List<Loop> loops) {
    this.idle = idle;
    this.loops = loops;
    this.turnsSeen = new long[loops.size()];
  }

  /**
   * Looks, and helps where it is time.
   *
   * @return milliseconds until the next look; {@link Long#MAX_VALUE} while all others sleep
   */
  long look() throws IOException {
    long now = System.nanoTime();
    boolean due = now - lookedAt >= LOOK_NANOS;
    boolean quiet = true;
    for (int i = 0; i < turnsSeen.length; i++) {
      Loop sibling = loops.get(i);
      if (sibling != idle && !sibling.isAsleep()) {
        quiet = false;
        if (due) {
          help(sibling, i);
        }
      }
    }
    if (due) {
      lookedAt = now;
      quietLooks = quiet ? quietLooks + 1 : 0;
    }
    on = quietLooks < QUIET_LOOKS;
    return on ? LOOK_MILLIS : Long.MAX_VALUE;
  }

  private void help(Loop sibling, int index) throws IOException {
    long turns = sibling.turns();
    if (turns == turnsSeen[index]) {
      idle.help(sibling, turns);
    }
    turnsSeen[index] = turns;
  }

  /** Whether the loop looks even while it sleeps; for other threads. */
  boolean isOn() {
    return on;
  }
}
