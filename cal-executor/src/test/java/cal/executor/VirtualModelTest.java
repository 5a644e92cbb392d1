package cal.executor;

import cal.core.contract.WholeModelContract;

/** The model {@code virtual} keeps the contract of all models. */
class VirtualModelTest extends WholeModelContract {
  VirtualModelTest() {
    super("virtual");
  }
}
