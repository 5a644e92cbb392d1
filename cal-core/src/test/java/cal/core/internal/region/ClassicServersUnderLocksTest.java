package cal.core.internal.region;

import cal.core.contract.ClassicServersContract;
import cal.core.contract.LockPolicy;

/** The classic servers under a policy that is no monitor. */
class ClassicServersUnderLocksTest extends ClassicServersContract {
  @Override
  protected String policy() {
    return LockPolicy.NAME;
  }
}
