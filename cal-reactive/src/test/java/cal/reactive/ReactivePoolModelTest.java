package cal.reactive;

import cal.core.contract.WholeModelContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The model {@code reactive-pool} keeps the contract of all models. */
@Tag("c2")
class ReactivePoolModelTest extends WholeModelContract {
  ReactivePoolModelTest() {
    super("reactive-pool", false, size -> Map.of("cal.reactive-pool.loops", "" + size));
  }
}
