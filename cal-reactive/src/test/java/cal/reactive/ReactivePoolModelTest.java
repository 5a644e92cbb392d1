package cal.reactive;

import cal.core.contract.ModelContract;
import java.util.Map;

/** The model {@code reactive-pool} keeps the contract of all models. */
class ReactivePoolModelTest extends ModelContract {
  @Override
  protected String model() {
    return "reactive-pool";
  }

  @Override
  protected Map<String, String> workers(int number) {
    return Map.of("cal.reactive-pool.loops", Integer.toString(number));
  }
}
