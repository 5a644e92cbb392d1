package cal.jcsp;

import cal.core.contract.ModelContract;
import java.util.Map;

/** The model {@code jcsp-pool} keeps the contract of all models, on virtual threads. */
class JcspPoolModelOnVirtualThreadsTest extends ModelContract {
  JcspPoolModelOnVirtualThreadsTest() {
    super(
        "jcsp-pool",
        true,
        size -> Map.of("cal.jcsp-pool.size", "" + size, "cal.jcsp.threads", "virtual"));
  }
}
