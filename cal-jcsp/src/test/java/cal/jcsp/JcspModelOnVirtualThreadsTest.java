package cal.jcsp;

import cal.core.contract.ModelContract;
import java.util.Map;

/** The model {@code jcsp} keeps the contract of all models, on virtual threads. */
class JcspModelOnVirtualThreadsTest extends ModelContract {
  @Override
  protected String model() {
    return "jcsp";
  }

  @Override
  protected Map<String, String> workers(int number) {
    return Map.of("cal.jcsp.carriers", "virtual");
  }
}
