package cal.reactive.internal.loop;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The waiting turns of a loop. Each virtual thread of the loop waits for a single turn at most, so
 * the queue is as bounded as the threads.
 */
public final class TurnQueue {
  private final Queue<Runnable> shared = new ConcurrentLinkedQueue<>();

  /**
   * Turns added by the serving thread between turns: most, for a single loop. Within a turn the
   * thread may lose the loop, and touches this no more.
   */
  private final Queue<Runnable> own = new ArrayDeque<>();

  private final boolean alone;

  /**
   * Makes an empty queue.
   *
   * @param alone whether no sibling takes turns from here
   */
  TurnQueue(boolean alone) {
    this.alone = alone;
  }

  /** Adds a turn; for any thread. */
  void add(Runnable turn) {
    shared.add(turn);
  }

  /** Adds a turn; for the serving thread, between turns. */
  void addOwn(Runnable turn) {
    (alone ? own : shared).add(turn);
  }

  /** Takes the next turn, or null; for the serving thread, between turns. */
  public Runnable poll() {
    Runnable next = own.poll();
    return next == null ? shared.poll() : next;
  }

  /** Takes a turn for a sibling, or null; for any thread. */
  Runnable pollShared() {
    return shared.poll();
  }

  /** Whether nothing waits; for the serving thread, between turns. */
  boolean isEmpty() {
    return own.isEmpty() && shared.isEmpty();
  }
}
