package cal.core.spi;

import java.util.concurrent.locks.LockSupport;

/**
 * The loop of an activity's steps on a thread, common to all models.
 *
 * <p>Virtual threads are not preempted, so an activity that always finds its input would keep its
 * core. Such an activity yields after {@value #BUSY} steps in a row. A step that has waited for its
 * input has left the core to others, and a yield in addition would cost a trip through the queue. A
 * platform thread, preempted by the system, gives nothing. {@link #goesOn} is for models whose
 * activities may go on with another thread.
 *
 * <p>For a single thread at a time.
 */
public class Turn {
  private static final long NANOS = 250_000_000L;

  /**
   * Steps in a row without a wait, up to a yield. A single such step may have come late to its read
   * by chance.
   */
  private static final int BUSY = 2;

  /** Steps up to a yield in any case: the read of a slow machine may pass for a wait. */
  private static final int MOST = 32;

  /** The time of the next wait; 0 before the first step, and on platform threads. */
  private long ends;

  /** Steps in a row without a wait. */
  private int busy;

  /** Steps since the last yield. */
  private int steps;

  /** Yields without two steps in a row that did not wait, since the last wait of this loop. */
  private int precautions;

  /** Begins a turn. */
  public Turn() {}

  /**
   * Runs steps of an activity on the calling thread until the end, or until the thread gives the
   * activity up. An exception between two steps ends the activity.
   *
   * @param worker of the calling thread
   * @param activity for this thread alone
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
   * Called after each step that returned true: gives the core to others, where the step has not.
   *
   * @param activity with more steps
   * @return whether the calling thread goes on; false once others can take the activity
   */
  protected boolean goesOn(CapturedActivity activity) {
    steps++;
    busy = activity.gaveWay() ? 0 : busy + 1;
    if (busy == BUSY || (steps == MOST && ++precautions == MOST)) {
      precautions = 0;
      begin();
      give();
    } else if (steps == MOST) {
      begin();
      yieldIfVirtual();
    } else {
      VirtualThreads.freeCarrier();
    }
    return true;
  }

  private void begin() {
    busy = 0;
    steps = 0;
  }

  /**
   * Gives the core to others, from a virtual thread.
   *
   * <p>A yielding thread stays in the queue of its core, and JDK 25 looks for newcomers, started or
   * woken up by other threads, only at an empty queue: two busy activities a core would keep every
   * newcomer out for good. So now and then the thread waits for the least while, and comes back as
   * a newcomer itself. That wakes another thread of the JDK; an activity whose steps wait leaves
   * the queue by its waits.
   */
  protected final void give() {
    if (ends == 0 || System.nanoTime() - ends < 0) {
      yieldIfVirtual();
    } else {
      VirtualThreads.freeCarrier();
      LockSupport.parkNanos(this, 1);
      ends = System.nanoTime() + NANOS;
    }
  }

  private static void yieldIfVirtual() {
    if (Thread.currentThread().isVirtual()) {
      VirtualThreads.freeCarrier();
      Thread.yield();
    }
  }
}
