package cal.core.internal.lock;

import cal.core.contract.SynchronizationContract;

/** The contract holds for writers that stamp what they write. */
class OptimisticLockTest extends SynchronizationContract {
  @Override
  protected String policy() {
    return "optimistic";
  }
}
