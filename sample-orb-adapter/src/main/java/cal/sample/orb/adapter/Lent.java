package cal.sample.orb.adapter;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Objects lent to callers, and kept on return for the next caller. No more are kept than were ever
 * lent at once. Thread-safe.
 *
 * @param <T> the objects
 */
final class Lent<T> {
  /** Kept at most: each is as big as an unstarted thread. */
  private static final int KEPT = 256;

  private final Deque<T> kept = new ArrayDeque<>();
  private int lent;

  /** Lends an object; null if none is kept, and the caller is to make an object. */
  synchronized T take() {
    lent++;
    return kept.pollLast();
  }

  /** Takes an object back. */
  synchronized void giveBack(T one) {
    lent--;
    if (kept.size() < KEPT) {
      kept.addLast(one);
    }
    if (lent == 0) {
      notifyAll();
    }
  }

  /** Waits until all have come back; an interrupt is kept for the caller. */
  synchronized void awaitAll() {
    boolean interrupted = false;
    while (lent > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
