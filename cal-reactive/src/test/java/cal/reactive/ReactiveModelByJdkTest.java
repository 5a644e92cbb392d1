package cal.reactive;

import cal.core.contract.ModelContract;
import java.util.Map;

/** The model {@code reactive} keeps the contract where the JDK schedules activities. */
class ReactiveModelByJdkTest extends ModelContract {
  ReactiveModelByJdkTest() {
    super("reactive", false, number -> Map.of("cal.reactive.scheduler", "jdk"));
  }
}
