package cal.core.internal.lock;

import cal.core.internal.support.RecentIdentityMap;
import cal.core.spi.SynchronizationPolicy;
import java.util.function.Supplier;

/** A lock for each guard, made at the first entry and kept as long as the guard. Thread-safe. */
final class LockPolicy implements SynchronizationPolicy {
  private final String name;
  private final boolean glances;
  private final Supplier<GuardLock> maker;
  private final RecentIdentityMap<GuardLock> locks = new RecentIdentityMap<>();

  LockPolicy(String name, Supplier<GuardLock> maker) {
    this.name = name;
    this.glances = name.equals(LockPolicies.OPTIMISTIC);
    this.maker = maker;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public GuardLock forGuard(Object guard) {
    return locks.get(guard, maker);
  }

  @Override
  public void enter(Object guard) {
    forGuard(guard).enter(guard);
  }

  @Override
  public void exit(Object guard) {
    forGuard(guard).exit(guard);
  }

  @Override
  public void enterShared(Object guard) {
    forGuard(guard).enterShared(guard);
  }

  @Override
  public void exitShared(Object guard) {
    forGuard(guard).exitShared(guard);
  }

  @Override
  public long glance(Object guard) {
    return glances ? forGuard(guard).glance(guard) : 0;
  }

  @Override
  public boolean isValid(Object guard, long glanced) {
    return forGuard(guard).isValid(guard, glanced);
  }

  @Override
  public void await(Object guard, long nanos) throws InterruptedException {
    forGuard(guard).await(guard, nanos);
  }

  @Override
  public void signal(Object guard) {
    forGuard(guard).signal(guard);
  }

  @Override
  public void signalAll(Object guard) {
    forGuard(guard).signalAll(guard);
  }

  @Override
  public boolean awaitsSignal(Object guard, Thread thread) {
    return forGuard(guard).awaitsSignal(guard, thread);
  }
}
