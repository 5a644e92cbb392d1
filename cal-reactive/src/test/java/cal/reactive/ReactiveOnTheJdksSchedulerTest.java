package cal.reactive;

import cal.core.contract.ModelContract;
import java.util.Map;

/** The model {@code reactive} keeps the contract of all models where the JDK schedules. */
class ReactiveOnTheJdksSchedulerTest extends ModelContract {
  ReactiveOnTheJdksSchedulerTest() {
    super("reactive", false, number -> Map.of("cal.reactive.scheduler", "jdk"));
  }
}
