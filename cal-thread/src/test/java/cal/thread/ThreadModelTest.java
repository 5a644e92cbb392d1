package cal.thread;

import cal.core.contract.WholeModelContract;

/** The model {@code thread} keeps the contract of all models. */
class ThreadModelTest extends WholeModelContract {
  ThreadModelTest() {
    super("thread");
  }
}
