package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * The end that connected is used on a loop; its server is one of the JDK's; the loops are over
 * io_uring.
 */
@EnabledOnOs(OS.LINUX)
class ConnectedOnLoopOverRingTest extends ConnectedOnLoopTest {
  @Override
  String transport() {
    return "io_uring";
  }
}
