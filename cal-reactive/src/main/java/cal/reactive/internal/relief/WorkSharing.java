package cal.reactive.internal.relief;

import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.TurnNumber;
import java.io.IOException;
import java.util.List;

/**
 * An idle loop's help for its siblings. Where one turn keeps a sibling from the others that wait
 * for it, those go on here. So no connection waits for a busy loop while another idles, but over
 * io_uring, where a spare thread serves a loop that is kept for long.
 *
 * <p>For the idle loop's thread, but for {@link #isOn}.
 */
public final class WorkSharing {
  /** How long a sibling may be kept before it is helped. */
  public static final long LOOK_MILLIS = 1;

  /**
   * Looks that find the same turn before another thread is to serve a loop that is deaf meanwhile.
   */
  private static final int RELIEF_LOOKS = 10;

  private static final long LOOK_NANOS = LOOK_MILLIS * 1_000_000;

  /** Looks that find all siblings asleep before this loop sleeps without looking. */
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
   * Looks, and helps where it is time.
   *
   * @return milliseconds until the next look; {@link Long#MAX_VALUE} while all others rest
   */
  public long look() throws IOException {
    long now = System.nanoTime();
    if (now - lookedAt >= LOOK_NANOS) {
      lookedAt = now;
      quietLooks = anyAtWork() ? 0 : quietLooks + 1;
      on = quietLooks < QUIET_LOOKS;
    }
    return on ? LOOK_MILLIS : Long.MAX_VALUE;
  }

  private boolean anyAtWork() throws IOException {
    boolean any = false;
    for (int i = 0; i < turnsSeen.length; i++) {
      Loop sibling = loops.get(i);
      long turns = sibling.turns();
      boolean kept = TurnNumber.isWithin(turns) && turns == turnsSeen[i];
      any |= kept || turns != turnsSeen[i];
      turnsSeen[i] = turns;
      looksKept[i] = kept ? looksKept[i] + 1 : 0;
      boolean tooLong = looksKept[i] % RELIEF_LOOKS == RELIEF_LOOKS - 1;
      if (kept && sibling != idle && !idle.thread().help(sibling, turns, tooLong)) {
        return true;
      }
    }
    return any;
  }

  /** Whether the loop looks even while it sleeps; for other threads. */
  public boolean isOn() {
    return on;
  }
}
