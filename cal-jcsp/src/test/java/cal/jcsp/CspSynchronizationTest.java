package cal.jcsp;

import cal.core.contract.SynchronizationContract;
import org.junit.jupiter.api.Tag;

/** The policy {@code csp} keeps the contract of all synchronization policies. */
@Tag("c2")
class CspSynchronizationTest extends SynchronizationContract {
  @Override
  protected String policy() {
    return CspPolicy.NAME;
  }
}
