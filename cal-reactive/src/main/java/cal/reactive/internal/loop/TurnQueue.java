package cal.reactive.internal.loop;

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
  private final Queue<Runnable> own = new TurnRing();

  /** The next turn, taken and put back between turns. */
  private Runnable front;

  /** First steps of activities. */
  private final Queue<Runnable> first = new ConcurrentLinkedQueue<>();

  private final boolean alone;
  private final Runnable wakeUp;

  /** Whether a first step is next, if any. */
  private boolean firstIsNext;

  /** The same for siblings, as a hint: several may take turns at once. */
  private volatile boolean firstIsShared;

  /**
   * Makes an empty queue.
   *
   * @param alone whether no sibling takes turns from here
   * @param wakeUp of the loop, after each turn from elsewhere
   */
  TurnQueue(boolean alone, Runnable wakeUp) {
    this.alone = alone;
    this.wakeUp = wakeUp;
  }

  /** Adds a turn; for any thread. After a failure the turn is the caller's. */
  void add(Runnable turn) {
    add(shared, turn);
  }

  /** Adds the first step of an activity; for any thread. After a failure it is the caller's. */
  void addFirst(Runnable step) {
    add(first, step);
  }

  /**
   * A turn out of the queue again, in spite of a failed wake-up, is with a loop awake by itself.
   */
  private void add(Queue<Runnable> to, Runnable turn) {
    to.add(turn);
    try {
      wakeUp.run();
    } catch (Throwable failure) {
      if (!isAddedAgain(turn, failure) || to.remove(turn)) {
        throw failure;
      }
    }
  }

  /** The JDK adds a virtual thread's turn again for want of memory, and never for want of stack. */
  private static boolean isAddedAgain(Runnable turn, Throwable failure) {
    return turn instanceof StepTurn || failure instanceof OutOfMemoryError;
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
