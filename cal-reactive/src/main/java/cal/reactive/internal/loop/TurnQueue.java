package cal.reactive.internal.loop;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The turns that wait for a loop. Each virtual thread of the loop waits for at most one turn, so
 * the queue is as bounded as the threads are.
 */
public final class TurnQueue {
  private final Queue<Runnable> shared = new ConcurrentLinkedQueue<>();

  /**
   * Turns that the thread which serves the loop added between turns: most, where the loop is alone.
   * Within a turn that thread may lose the loop, and touches this no more.
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

  /** Adds a turn; for the thread that serves the loop, between turns. */
  void addOwn(Runnable turn) {
    (alone ? own : shared).add(turn);
  }

  /** Takes the next turn, or null; for the thread that serves the loop, between turns. */
  public Runnable poll() {
    Runnable next = own.poll();
    return next == null ? shared.poll() : next;
  }

  /** Takes a turn that a sibling may run, or null; for any thread. */
  Runnable pollShared() {
    return shared.poll();
  }

  /** Whether nothing waits; for the thread that serves the loop, between turns. */
  boolean isEmpty() {
    return own.isEmpty() && shared.isEmpty();
  }
}
