package cal.core.internal.lock;

import java.util.concurrent.locks.StampedLock;

/**
 * A {@link SharedLock} whose readers first look without entering: a {@link StampedLock} tells
 * whether a thread has written meanwhile. A thread that may write holds both, so the stamps are
 * never contended.
 */
final class OptimisticLock extends SharedLock {
  private final StampedLock stamps = new StampedLock();

  /** Of the thread that may write; 0 for none. Guarded by the lock. */
  private long stamp;

  OptimisticLock() {
    super(false);
  }

  @Override
  public void enter(Object guard) {
    boolean again = isInside();
    super.enter(guard);
    if (!again) {
      stamp = stamps.writeLock();
    }
  }

  @Override
  public void exit(Object guard) {
    if (isOutermost()) {
      release();
    }
    super.exit(guard);
  }

  private void release() {
    long held = stamp;
    if (held != 0) {
      stamp = 0;
      stamps.unlockWrite(held);
    }
  }

  @Override
  public void await(Object guard, long nanos) throws InterruptedException {
    if (!isInside()) {
      throw new IllegalMonitorStateException(Thread.currentThread() + " is not inside");
    }
    release();
    try {
      super.await(guard, nanos);
    } finally {
      stamp = stamps.writeLock();
    }
  }

  @Override
  public long glance(Object guard) {
    return stamps.tryOptimisticRead();
  }

  @Override
  public boolean isValid(Object guard, long glanced) {
    return stamps.validate(glanced);
  }
}
