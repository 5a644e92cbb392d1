package cal.executor;

import cal.core.contract.WholeModelContract;

/** The model {@code executor} keeps the contract of all models. */
class ExecutorModelTest extends WholeModelContract {
  ExecutorModelTest() {
    super("executor");
  }
}
