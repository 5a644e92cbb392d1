package cal.reactive;

import cal.core.contract.ModelContract;

/** The model {@code proactor} keeps the contract of all models. */
class ProactorModelTest extends ModelContract {
  ProactorModelTest() {
    super("proactor");
  }
}
