package cal.core.spi;

import java.util.concurrent.locks.LockSupport;

/**
 * How steps of an activity follow each other on one thread: the one loop of all models.
 *
 * <p>Virtual threads are not preempted, so one that always has work lets the others go on after
 * each step. A platform thread, which the system preempts, gives nothing. A model for which another
 * thread may go on with an activity says so in {@link #goesOn}.
 *
 * <p>Belongs to one thread at a time.
 */
public class Turn {
  private static final long NANOS = 250_000_000L;

  /** When it is time to wait; 0 before the first step, and on platform threads. */
  private long ends;

  /** Begins a turn. */
  public Turn() {}

  /**
   * Runs steps of an activity on the calling thread until it ends, or until the thread does not go
   * on with it. An exception between two steps ends the activity.
   *
   * @param worker the calling thread's
   * @param activity the activity, which no other thread has
   */
  public final void run(Worker worker, CapturedActivity activity) {
    if (ends == 0 && Thread.currentThread().isVirtual()) {
      ends = System.nanoTime() + NANOS;
    }
    try {
      while (worker.run(activity) && goesOn(activity)) {
        // One more step.
      }
    } catch (Throwable broken) {
      activity.giveUp(broken);
    }
  }

  /**
   * Called after each step that returned true: lets others have the core.
   *
   * @param activity the activity, which has more steps
   * @return whether the calling thread goes on with it; false once others can take it
   */
  protected boolean goesOn(CapturedActivity activity) {
    give();
    return true;
  }

  /**
   * Lets the others have the core, if the calling thread is a virtual one.
   *
   * <p>A thread that yields stays in the queue of its core, and JDK 25 looks for newcomers, which
   * other threads started or woke up, only when that queue is empty: two busy activities a core
   * would keep every newcomer out for good. So now and then the thread waits for the least while,
   * and comes back as a newcomer itself.
   */
  protected final void give() {
    if (!Thread.currentThread().isVirtual()) {
      return;
    }
    VirtualThreads.freeCarrier();
    if (System.nanoTime() - ends < 0) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(this, 1);
      ends = System.nanoTime() + NANOS;
    }
  }
}
