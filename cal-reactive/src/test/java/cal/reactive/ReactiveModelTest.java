package cal.reactive;

import cal.core.contract.ModelContract;

/** The model {@code reactive} keeps the contract of all models. */
class ReactiveModelTest extends ModelContract {
  ReactiveModelTest() {
    super("reactive");
  }
}
