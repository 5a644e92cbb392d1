package cal.thread;

import cal.core.contract.ModelContract;
import java.util.Map;

/** The model {@code thread-pool} keeps the contract of all models. */
class ThreadPoolModelTest extends ModelContract {
  @Override
  protected String model() {
    return "thread-pool";
  }

  @Override
  protected boolean bounded() {
    return true;
  }

  @Override
  protected Map<String, String> workers(int number) {
    return Map.of("cal.thread-pool.size", Integer.toString(number));
  }
}
