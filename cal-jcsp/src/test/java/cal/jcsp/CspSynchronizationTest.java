package cal.jcsp;

import cal.core.contract.SynchronizationContract;

/** The policy {@code csp} keeps the contract of all synchronization policies. */
class CspSynchronizationTest extends SynchronizationContract {
  @Override
  protected String policy() {
    return CspPolicy.NAME;
  }
}
