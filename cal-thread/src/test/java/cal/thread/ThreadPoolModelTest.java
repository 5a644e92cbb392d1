package cal.thread;

import cal.core.contract.WholeModelContract;
import java.util.Map;

/** The model {@code thread-pool} keeps the contract of all models. */
class ThreadPoolModelTest extends WholeModelContract {
  ThreadPoolModelTest() {
    super("thread-pool", true, size -> Map.of("cal.thread-pool.size", "" + size));
  }
}
