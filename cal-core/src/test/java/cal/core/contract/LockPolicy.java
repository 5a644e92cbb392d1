package cal.core.contract;

import cal.core.internal.support.WeakIdentityMap;
import cal.core.spi.SynchronizationPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A policy that is no monitor, for tests of what every policy but that goes through. */
public class LockPolicy implements SynchronizationPolicy {
  /** Its name. */
  public static final String NAME = "test-lock";

  private final WeakIdentityMap<Lock> locks = new WeakIdentityMap<>();

  /** A lock and its one condition. */
  static final class Lock extends ReentrantLock {
    private static final long serialVersionUID = 1;
    final transient Condition condition = newCondition();

    /** For wrong policies: signals that nobody waited for. */
    int kept;
  }

  /** For the service loader. */
  public LockPolicy() {}

  @Override
  public String name() {
    return NAME;
  }

  final Lock lock(Object guard) {
    return locks.get(guard, Lock::new);
  }

  @Override
  public void enter(Object guard) {
    lock(guard).lock();
  }

  @Override
  public void exit(Object guard) {
    lock(guard).unlock();
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // The loop is the server's.
  public void await(Object guard, long nanos) throws InterruptedException {
    Condition condition = lock(guard).condition;
    if (nanos == 0) {
      condition.await();
    } else if (!condition.await(nanos, TimeUnit.NANOSECONDS)) {
      Thread.onSpinWait();
    }
  }

  @Override
  public boolean awaitsSignal(Object guard, Thread thread) {
    return !lock(guard).hasQueuedThread(thread);
  }

  @Override
  public void signal(Object guard) {
    lock(guard).condition.signal();
  }

  @Override
  public void signalAll(Object guard) {
    lock(guard).condition.signalAll();
  }
}
