package cal.jcsp;

import cal.core.contract.ModelContract;
import java.util.Map;

/** The model {@code jcsp-pool} keeps the contract of all models. */
class JcspPoolModelTest extends ModelContract {
  @Override
  protected String model() {
    return "jcsp-pool";
  }

  @Override
  protected boolean bounded() {
    return true;
  }

  @Override
  protected Map<String, String> workers(int number) {
    return Map.of("cal.jcsp-pool.size", Integer.toString(number));
  }
}
