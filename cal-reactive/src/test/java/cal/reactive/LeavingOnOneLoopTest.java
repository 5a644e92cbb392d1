package cal.reactive;

import java.util.Map;

class LeavingOnOneLoopTest extends LeavingContract {
  LeavingOnOneLoopTest() {
    super(Map.of("cal.model", "reactive"));
  }
}
