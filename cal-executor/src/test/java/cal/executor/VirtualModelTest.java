package cal.executor;

import cal.core.contract.ModelContract;

/** The model {@code virtual} keeps the contract of all models. */
class VirtualModelTest extends ModelContract {
  VirtualModelTest() {
    super("virtual");
  }
}
