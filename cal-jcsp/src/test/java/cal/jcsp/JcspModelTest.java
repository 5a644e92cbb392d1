package cal.jcsp;

import cal.core.contract.WholeModelContract;

/** The model {@code jcsp} keeps the contract of all models. */
class JcspModelTest extends WholeModelContract {
  JcspModelTest() {
    super("jcsp");
  }
}
