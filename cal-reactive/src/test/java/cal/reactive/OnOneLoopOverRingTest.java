package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Both ends are used by activities on one loop; the loops are over io_uring. */
@EnabledOnOs(OS.LINUX)
class OnOneLoopOverRingTest extends OnOneLoopTest {
  @Override
  String transport() {
    return "io_uring";
  }
}
