package cal.core.internal.lock;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * A number of threads at a time, of two or more. Such threads do not exclude each other: what they
 * share has regions of its own, and so have waits for it, since a signal would be lost between the
 * look at a condition and the wait.
 */
final class CountingLock extends GuardLock {
  private final Semaphore places;

  /** How often each thread is inside; the count is the thread's own. */
  private final Map<Thread, int[]> inside = new ConcurrentHashMap<>();

  CountingLock(int permits, boolean fair) {
    places = new Semaphore(permits, fair);
  }

  @Override
  public void enter(Object guard) {
    Thread thread = Thread.currentThread();
    int[] count = inside.get(thread);
    if (count != null) {
      count[0]++;
      return;
    }
    count = new int[] {1};
    places.acquireUninterruptibly();
    try {
      inside.put(thread, count);
    } catch (Throwable noMemory) {
      places.release();
      throw noMemory;
    }
  }

  @Override
  public void exit(Object guard) {
    int[] count = requireInside();
    if (count[0] == 1) {
      inside.remove(Thread.currentThread());
      places.release();
    } else {
      count[0]--;
    }
  }

  private int[] requireInside() {
    int[] count = inside.get(Thread.currentThread());
    if (count == null) {
      throw new IllegalMonitorStateException(Thread.currentThread() + " is not inside");
    }
    return count;
  }

  @Override
  public void await(Object guard, long nanos) {
    throw refusal();
  }

  @Override
  public void signal(Object guard) {
    throw refusal();
  }

  @Override
  public void signalAll(Object guard) {
    throw refusal();
  }

  private IllegalStateException refusal() {
    requireInside();
    return new IllegalStateException(
        "a counting region of several permits waits or signals, and a signal would be lost; set"
            + " synchronization.permits=1, or wait in regions of another name");
  }
}
