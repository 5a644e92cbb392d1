package cal.core.internal.region;

import cal.core.contract.LockPolicy;
import cal.core.contract.SynchronizationContract;

/** The contract holds for what is no monitor, and so does the way to it. */
class LockPolicyTest extends SynchronizationContract {
  @Override
  protected String policy() {
    return LockPolicy.NAME;
  }
}
