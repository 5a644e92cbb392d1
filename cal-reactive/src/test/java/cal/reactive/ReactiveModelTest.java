package cal.reactive;

import cal.core.contract.WholeModelContract;

/** The model {@code reactive} keeps the contract of all models. */
class ReactiveModelTest extends WholeModelContract {
  ReactiveModelTest() {
    super("reactive");
  }
}
