package cal.reactive.internal.socket;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/**
 * Lets a single thread at a time use a side of a socket. The lock is a single object, where a lock
 * of the JDK is two: each answer fetches the locks of its connection. Thread-safe, unfair; not
 * reentrant.
 */
public final class SideLock extends AbstractQueuedSynchronizer {
  private static final long serialVersionUID = 1;

  public void lock() {
    acquire(1);
  }

  public boolean tryLock() {
    return tryAcquire(1);
  }

  /** Takes the lock before a deadline, or at any time for 0; false after the deadline. */
  public boolean lock(long deadline) {
    if (deadline == 0) {
      lock();
      return true;
    }
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return tryLock() || tryAcquireNanos(1, deadline - System.nanoTime());
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public void unlock() {
    release(1);
  }

  @Override
  protected boolean tryAcquire(int one) {
    return compareAndSetState(0, one);
  }

  @Override
  protected boolean tryRelease(int one) {
    setState(0);
    return true;
  }
}
