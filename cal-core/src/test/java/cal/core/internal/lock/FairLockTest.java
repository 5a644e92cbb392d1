package cal.core.internal.lock;

import cal.core.contract.SynchronizationContract;

/** The contract holds for the locks of {@code java.util.concurrent}, by order of request. */
class FairLockTest extends SynchronizationContract {
  @Override
  protected String policy() {
    return "fair-lock";
  }
}
