package cal.thread;

import cal.core.contract.ModelContract;

/** The model {@code thread} keeps the contract of all models. */
class ThreadModelTest extends ModelContract {
  ThreadModelTest() {
    super("thread");
  }
}
