package cal.reactive.internal.loop;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of a loop thread's turn: odd within a turn, even between two. The number decides about
 * the loop. A turn's end counts up by a compare-and-set, and so does a taker of the loop: either
 * fails.
 *
 * <p>{@link #begin} and {@link #end} are for the thread itself, the rest for any thread.
 */
public final class TurnNumber {
  /** Bits for the turns of a thread: no two threads ever have the same number of a turn. */
  private static final int BITS = 40;

  /** Negative from the loss of the loop to the end of the turn. */
  private final AtomicLong number;

  /**
   * Of a thread.
   *
   * @param thread the number among the loops' threads, from 1
   */
  TurnNumber(int thread) {
    number = new AtomicLong((long) thread << BITS);
  }

  /** Released, so a borrower of the loop sees all. */
  void begin() {
    number.setRelease(number.getPlain() + 1);
  }

  /**
   * Ends the turn.
   *
   * @return false if the thread has lost the loop within
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

  /** Whether the thread lost the loop, and is still within the keeping turn. */
  boolean isKept() {
    return number.getOpaque() < 0;
  }

  /** Whether a turn is the present one still. */
  boolean isNow(long turn) {
    return number.getAcquire() == turn;
  }

  /** Takes the loop away within a turn; false if the turn has ended. */
  boolean lose(long turn) {
    return isWithin(turn) && number.compareAndSet(turn, -turn);
  }
}
