package cal.executor;

import cal.core.contract.ModelContract;
import java.util.Map;

/** The model {@code executor-pool} keeps the contract of all models. */
class ExecutorPoolModelTest extends ModelContract {
  @Override
  protected String model() {
    return "executor-pool";
  }

  @Override
  protected boolean bounded() {
    return true;
  }

  @Override
  protected Map<String, String> workers(int number) {
    return Map.of("cal.executor-pool.size", Integer.toString(number));
  }
}
