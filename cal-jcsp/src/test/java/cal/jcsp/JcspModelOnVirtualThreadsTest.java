package cal.jcsp;

import cal.core.contract.ModelContract;
import java.util.Map;

/** The model {@code jcsp} keeps the contract of all models, on virtual threads. */
class JcspModelOnVirtualThreadsTest extends ModelContract {
  JcspModelOnVirtualThreadsTest() {
    super("jcsp", false, size -> Map.of("cal.jcsp.threads", "virtual"));
  }
}
