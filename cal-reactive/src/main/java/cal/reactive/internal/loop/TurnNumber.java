package cal.reactive.internal.loop;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of the turn that a loop's thread is in: odd within one, even between two. It decides
 * who has the loop. A turn's end counts it up by a compare-and-set, and so does the thread that
 * takes the loop away: one of both fails.
 *
 * <p>{@link #begin} and {@link #end} are for the thread itself, the rest is for any.
 */
public final class TurnNumber {
  /** Bits for the turns of one thread: no two threads ever have the same number of a turn. */
  private static final int BITS = 40;

  /** Negative from when the thread lost the loop, to the end of that turn. */
  private final AtomicLong number;

  /**
   * Of a thread.
   *
   * @param thread its number among those of the loops, from 1
   */
  TurnNumber(int thread) {
    number = new AtomicLong((long) thread << BITS);
  }

  /** Released, so that a thread to which the loop is lent meanwhile sees all. */
  void begin() {
    number.setRelease(number.getPlain() + 1);
  }

  /**
   * Ends the turn.
   *
   * @return false if the thread has lost the loop within it
   */
  boolean end() {
    long turn = now();
    if (number.compareAndSet(turn, turn + 1)) {
      return true;
    }
    number.set(turn + 1);
    return false;
  }

  long now() {
    return Math.abs(number.getOpaque());
  }

  public boolean isWithin() {
    return isWithin(now());
  }

  public static boolean isWithin(long turn) {
    return (turn & 1) != 0;
  }

  /** Whether the thread lost the loop, and is still within the turn that kept it. */
  boolean isKept() {
    return number.getOpaque() < 0;
  }

  /** Whether a turn is the present one still. */
  boolean isNow(long turn) {
    return number.getAcquire() == turn;
  }

  /** Takes the loop away within a turn; false if that has ended. */
  boolean lose(long turn) {
    return number.compareAndSet(turn, -turn);
  }
}
