package cal.reactive;

import cal.core.contract.ModelContract;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The model {@code reactive} keeps the contract of all models, whatever schedules activities. */
@ParameterizedClass
@ValueSource(strings = {"loops", "jdk"})
class ReactiveModelTest extends ModelContract {
  ReactiveModelTest(String scheduler) {
    super("reactive", false, number -> Map.of("cal.reactive.scheduler", scheduler));
  }
}
