package cal.reactive;

import java.util.Map;

/** Without lending: what one step keeps, the other loop does. */
class PromisesOnTwoLoopsTest extends PromiseContract {
  PromisesOnTwoLoopsTest() {
    super(
        Map.of(
            "cal.model",
            "reactive-pool",
            "cal.reactive-pool.loops",
            "2",
            "cal.reactive.lend-after",
            "0s"));
  }
}
