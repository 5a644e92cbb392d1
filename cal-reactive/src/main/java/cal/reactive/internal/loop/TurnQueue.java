package cal.reactive.internal.loop;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The waiting turns of a loop. Each virtual thread of the loop waits for a single turn at most, so
 * the queue is as bounded as the threads and the activities.
 *
 * <p>First steps alternate with all other turns. A step that takes a message in and starts the
 * answer as an activity is then followed by the answer, while the message is in the processor's
 * cache, and not by the messages of all other clients.
 */
public final class TurnQueue {
  private final Queue<Runnable> shared = new ConcurrentLinkedQueue<>();

  /**
   * Turns added by the serving thread between turns: most, for a single loop. Within a turn the
   * thread may lose the loop, and touches this no more.
   */
  private final Queue<Runnable> own = new ArrayDeque<>();

  /** The next turn, taken and put back between turns. */
  private Runnable front;

  /** First steps of activities. */
  private final Queue<Runnable> first = new ConcurrentLinkedQueue<>();

  private final boolean alone;

  /** Whether a first step is next, if any. */
  private boolean firstIsNext;

  /** The same for siblings, as a hint: several may take turns at once. */
  private volatile boolean firstIsShared;

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

  /** Adds the first step of an activity; for any thread. */
  void addFirst(Runnable step) {
    first.add(step);
  }

  /** Adds a turn; for the serving thread, between turns. */
  void addOwn(Runnable turn) {
    (alone ? own : shared).add(turn);
  }

  /** Puts the turn just taken before all others; for the serving thread, between turns. */
  void putBack(Runnable turn) {
    front = turn;
  }

  /** Takes the next turn, or null; for the serving thread, between turns. */
  public Runnable poll() {
    if (front != null) {
      Runnable again = front;
      front = null;
      return again;
    }
    boolean preferred = firstIsNext;
    firstIsNext = !preferred;
    Runnable next = preferred ? first.poll() : poll(own, shared);
    return next != null ? next : preferred ? poll(own, shared) : first.poll();
  }

  private static Runnable poll(Queue<Runnable> one, Queue<Runnable> other) {
    Runnable next = one.poll();
    return next == null ? other.poll() : next;
  }

  /** Takes a turn for a sibling, or null; for any thread. */
  Runnable pollShared() {
    boolean preferred = firstIsShared;
    firstIsShared = !preferred;
    return preferred ? poll(first, shared) : poll(shared, first);
  }

  /** Whether nothing waits; for the serving thread, between turns. */
  boolean isEmpty() {
    return front == null && own.isEmpty() && shared.isEmpty() && first.isEmpty();
  }
}
