package cal.reactive;

import java.util.Map;

class PromisesOnOneLoopTest extends PromiseContract {
  PromisesOnOneLoopTest() {
    super(Map.of("cal.model", "reactive"));
  }
}
