package cal.core.internal.lock;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * One thread that writes, or any number that read. A thread that writes may read inside, and not
 * the other way: the thread would wait for itself. Waits and signals are those of threads that
 * write.
 */
class SharedLock extends GuardLock {
  private final ReentrantReadWriteLock lock;
  private final Condition signalled;

  SharedLock(boolean fair) {
    lock = new ReentrantReadWriteLock(fair);
    signalled = lock.writeLock().newCondition();
  }

  @Override
  public void enter(Object guard) {
    if (lock.getReadHoldCount() > 0 && !isInside()) {
      throw new IllegalStateException(
          "a region that writes is entered inside a region of the same guard that only reads, and"
              + " would wait for itself; name the outer method in methods:, and not in reads:");
    }
    lock.writeLock().lock();
  }

  /** Whether the calling thread may write. */
  final boolean isInside() {
    return lock.isWriteLockedByCurrentThread();
  }

  /** Whether the calling thread may write, until its next leave. */
  final boolean isOutermost() {
    return lock.getWriteHoldCount() == 1;
  }

  @Override
  public void exit(Object guard) {
    lock.writeLock().unlock();
  }

  @Override
  public final void enterShared(Object guard) {
    lock.readLock().lock();
  }

  @Override
  public final void exitShared(Object guard) {
    lock.readLock().unlock();
  }

  @Override
  public void await(Object guard, long nanos) throws InterruptedException {
    if (lock.getReadHoldCount() > 0) {
      throw new IllegalStateException(
          "a region that only reads waits for a signal; name its method in methods:, and not in"
              + " reads:");
    }
    ExclusiveLock.await(signalled, nanos);
  }

  @Override
  public final void signal(Object guard) {
    signalled.signal();
  }

  @Override
  public final void signalAll(Object guard) {
    signalled.signalAll();
  }

  @Override
  public final boolean awaitsSignal(Object guard, Thread thread) {
    return !lock.hasQueuedThread(thread);
  }
}
