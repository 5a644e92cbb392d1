package cal.executor;

import cal.core.contract.ModelContract;

/** The model {@code executor} keeps the contract of all models. */
class ExecutorModelTest extends ModelContract {
  ExecutorModelTest() {
    super("executor");
  }
}
