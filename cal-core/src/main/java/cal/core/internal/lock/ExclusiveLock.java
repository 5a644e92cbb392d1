package cal.core.internal.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** One thread at a time. */
final class ExclusiveLock extends GuardLock {
  private final ReentrantLock lock;
  private final Condition signalled;

  ExclusiveLock(boolean fair) {
    lock = new ReentrantLock(fair);
    signalled = lock.newCondition();
  }

  @Override
  public void enter(Object guard) {
    lock.lock();
  }

  @Override
  public void exit(Object guard) {
    lock.unlock();
  }

  @Override
  public void await(Object guard, long nanos) throws InterruptedException {
    await(signalled, nanos);
  }

  /** A wait without a limit for 0; the time that is left is for nobody. */
  @SuppressWarnings("WaitNotInLoop") // The loop is the server's.
  static void await(Condition signalled, long nanos) throws InterruptedException {
    if (nanos == 0) {
      signalled.await();
    } else if (signalled.await(nanos, TimeUnit.NANOSECONDS)) {
      return;
    }
  }

  @Override
  public void signal(Object guard) {
    signalled.signal();
  }

  @Override
  public void signalAll(Object guard) {
    signalled.signalAll();
  }

  @Override
  public boolean awaitsSignal(Object guard, Thread thread) {
    return !lock.hasQueuedThread(thread);
  }
}
