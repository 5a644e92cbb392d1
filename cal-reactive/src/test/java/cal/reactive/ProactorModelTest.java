package cal.reactive;

import cal.core.contract.WholeModelContract;

/** The model {@code proactor} keeps the contract of all models. */
class ProactorModelTest extends WholeModelContract {
  ProactorModelTest() {
    super("proactor");
  }
}
