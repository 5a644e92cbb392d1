package cal.core.internal.lock;

import cal.core.contract.SynchronizationContract;

/** The contract holds for writers, beside readers that there are none of. */
class SharedLockTest extends SynchronizationContract {
  @Override
  protected String policy() {
    return "shared";
  }
}
