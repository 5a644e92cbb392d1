package cal.proactor.internal.concurrent;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Threads that wait for any job: to dispatch, or to lead (section 4). Thread-safe, without a lock:
 * a virtual thread would queue for a lock before its carrier.
 */
public final class Followers {
  /** A wait of a thread, signalled or given up once. */
  private record Wait(Thread thread, AtomicBoolean over) {}

  private final ConcurrentLinkedQueue<Wait> waits = new ConcurrentLinkedQueue<>();

  /**
   * Wakes a thread, which looks for a job at least once from now on.
   *
   * @return false if none waits
   */
  public boolean signal() {
    for (Wait wait = waits.poll(); wait != null; wait = waits.poll()) {
      if (wait.over.compareAndSet(false, true)) {
        LockSupport.unpark(wait.thread);
        return true;
      }
    }
    return false;
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
    Wait wait = new Wait(Thread.currentThread(), new AtomicBoolean());
    waits.add(wait);
    long begin = System.nanoTime();
    long left = nanos;
    if (!job.getAsBoolean()) {
      while (!wait.over.get() && left > 0 && !wait.thread.isInterrupted()) {
        LockSupport.parkNanos(this, left);
        left = nanos == Long.MAX_VALUE ? nanos : nanos - (System.nanoTime() - begin);
      }
    }
    if (wait.over.compareAndSet(false, true)) {
      waits.remove(wait);
    }
  }
}
