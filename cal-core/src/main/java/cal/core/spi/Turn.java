package cal.core.spi;

import java.util.concurrent.locks.LockSupport;

/**
 * The turn of one virtual thread on a core: virtual threads are not preempted, so one that always
 * has work lets the others go on after each step. A platform thread, which the system preempts,
 * gives nothing.
 *
 * <p>Belongs to the thread that makes it.
 */
public final class Turn {
  private static final long NANOS = 250_000_000L;

  private final boolean virtual = Thread.currentThread().isVirtual();
  private long ends = System.nanoTime() + NANOS;

  /** Begins the calling thread's turn. */
  public Turn() {}

  /**
   * Lets the others have the core: to be called between two steps.
   *
   * <p>A thread that yields stays in the queue of its core, and JDK 25 looks for newcomers, which
   * other threads started or woke up, only when that queue is empty: two busy activities a core
   * would keep every newcomer out for good. So now and then the thread waits for the least while,
   * and comes back as a newcomer itself.
   */
  public void give() {
    if (!virtual) {
      return;
    }
    if (System.nanoTime() - ends < 0) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(this, 1);
      ends = System.nanoTime() + NANOS;
    }
  }
}
