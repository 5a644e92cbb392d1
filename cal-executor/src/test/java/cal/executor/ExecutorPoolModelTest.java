package cal.executor;

import cal.core.contract.WholeModelContract;
import java.util.Map;

/** The model {@code executor-pool} keeps the contract of all models. */
class ExecutorPoolModelTest extends WholeModelContract {
  ExecutorPoolModelTest() {
    super("executor-pool", true, size -> Map.of("cal.executor-pool.size", "" + size));
  }
}
