package cal.reactive;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Both ends are used by activities on two loops; the loops are over io_uring. */
@Tag("c2")
@EnabledOnOs(OS.LINUX)
class OnTwoLoopsOverRingTest extends OnTwoLoopsTest {
  @Override
  String transport() {
    return "io_uring";
  }
}
