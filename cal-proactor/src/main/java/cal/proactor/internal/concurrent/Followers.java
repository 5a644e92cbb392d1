package cal.proactor.internal.concurrent;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Threads that wait for any job: to dispatch, or to lead (section 4). Thread-safe, without a lock:
 * a virtual thread would queue for a lock before its carrier.
 */
public final class Followers {
  private final Bag<Thread> waiting = new Bag<>();

  /** Has no threads yet. */
  public Followers() {}

  /**
   * Wakes a thread, which looks for a job at least once from now on.
   *
   * @return false if none waits
   */
  public boolean signal() {
    Thread thread = waiting.poll();
    LockSupport.unpark(thread);
    return thread != null;
  }

  /** Wakes all. */
  public void signalAll() {
    while (signal()) {
      Thread.onSpinWait();
    }
  }

  /**
   * Waits for a signal, for some time, or for an interrupt. The caller then looks for a job in any
   * case: a signal may have come as the time ended.
   *
   * @param job whether there is a job already; asked once the wait can be signalled
   */
  public void await(long nanos, BooleanSupplier job) {
    Thread here = Thread.currentThread();
    int place = waiting.add(here);
    long begin = System.nanoTime();
    long left = nanos;
    if (!job.getAsBoolean()) {
      while (waiting.has(place, here) && left > 0 && !here.isInterrupted()) {
        LockSupport.parkNanos(this, left);
        left = nanos == Long.MAX_VALUE ? nanos : nanos - (System.nanoTime() - begin);
      }
    }
    waiting.remove(place, here);
  }
}
