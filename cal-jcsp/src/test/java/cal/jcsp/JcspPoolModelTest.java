package cal.jcsp;

import cal.core.contract.WholeModelContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The model {@code jcsp-pool} keeps the contract of all models. */
@Tag("c2")
class JcspPoolModelTest extends WholeModelContract {
  JcspPoolModelTest() {
    super("jcsp-pool", true, size -> Map.of("cal.jcsp-pool.size", "" + size));
  }
}
