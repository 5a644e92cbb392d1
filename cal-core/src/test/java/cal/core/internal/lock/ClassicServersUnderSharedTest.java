package cal.core.internal.lock;

import cal.core.contract.ClassicServersContract;

/** The classic servers, each guarded by locks of {@code java.util.concurrent}. */
class ClassicServersUnderSharedTest extends ClassicServersContract {
  @Override
  protected String policy() {
    return LockPolicies.SHARED;
  }
}
