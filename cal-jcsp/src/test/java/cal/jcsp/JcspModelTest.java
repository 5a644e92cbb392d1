package cal.jcsp;

import cal.core.contract.ModelContract;

/** The model {@code jcsp} keeps the contract of all models. */
class JcspModelTest extends ModelContract {
  JcspModelTest() {
    super("jcsp");
  }
}
