package cal.core.internal.lock;

import cal.core.spi.SynchronizationPolicy;

/**
 * The lock of a single guard. For any thread; the guard among the parameters is not looked at.
 *
 * <p>A leave that throws has changed nothing, so that the leave can be tried again.
 */
abstract class GuardLock implements SynchronizationPolicy {
  @Override
  public final String name() {
    return getClass().getSimpleName();
  }
}
