package cal.reactive.internal.relief;

import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.TurnNumber;
import java.io.IOException;
import java.util.List;

/**
 * An idle loop's help for its siblings. Where a turn keeps a sibling from its waiting turns, these
 * turns go on here. So no connection waits for a busy loop while another idles, except over
 * io_uring, where a spare thread serves a long kept loop.
 *
 * <p>For the idle loop's thread, except {@link #isOn}.
 */
public final class WorkSharing {
  /** The time of a kept sibling before help. */
  public static final long LOOK_MILLIS = 1;

  /** Looks at the same turn before another thread is to serve a deaf loop. */
  private static final int RELIEF_LOOKS = 10;

  private static final long LOOK_NANOS = LOOK_MILLIS * 1_000_000;

  /** Looks at sleeping siblings before this loop sleeps without looks. */
  private static final int QUIET_LOOKS = 50;

  private final Loop idle;
  private final List<Loop> loops;
  private final long[] turnsSeen;
  private final int[] looksKept;
  private long lookedAt = System.nanoTime();
  private int quietLooks;
  private volatile boolean on = true;

  public WorkSharing(Loop idle, List<Loop> loops) {
    this.idle = idle;
    this.loops = loops;
    this.turnsSeen = new long[loops.size()];
    this.looksKept = new int[loops.size()];
  }

  /**
   * Looks, and helps where due.
   *
   * @return milliseconds until the next look; {@link Long#MAX_VALUE} while all others rest
   */
  public long look() throws IOException {
    long now = System.nanoTime();
    if (now - lookedAt >= LOOK_NANOS) {
      lookedAt = now;
      if (lookAtAll()) {
        on = quietLooks < QUIET_LOOKS;
      }
    }
    return on ? LOOK_MILLIS : Long.MAX_VALUE;
  }

  /** False where a turn of a sibling has cost this thread its loop, whose next thread looks now. */
  private boolean lookAtAll() throws IOException {
    quietLooks++;
    for (int i = 0; i < turnsSeen.length; i++) {
      Loop sibling = loops.get(i);
      long turns = sibling.turns();
      boolean kept = TurnNumber.isWithin(turns) && turns == turnsSeen[i];
      if (kept || turns != turnsSeen[i]) {
        quietLooks = 0;
      }
      turnsSeen[i] = turns;
      looksKept[i] = kept ? looksKept[i] + 1 : 0;
      boolean tooLong = looksKept[i] % RELIEF_LOOKS == RELIEF_LOOKS - 1;
      if (kept && sibling != idle && !idle.thread().help(sibling, turns, tooLong)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the loop looks even during sleep; for other threads. */
  public boolean isOn() {
    return on;
  }
}
