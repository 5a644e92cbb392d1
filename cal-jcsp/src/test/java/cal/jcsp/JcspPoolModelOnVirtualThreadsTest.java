package cal.jcsp;

import cal.core.contract.ModelContract;
import java.util.Map;

/** The model {@code jcsp-pool} keeps the contract of all models, on virtual threads. */
class JcspPoolModelOnVirtualThreadsTest extends ModelContract {
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
    return Map.of("cal.jcsp-pool.size", Integer.toString(number), "cal.jcsp.carriers", "virtual");
  }
}
