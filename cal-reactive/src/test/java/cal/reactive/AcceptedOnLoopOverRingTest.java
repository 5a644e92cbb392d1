package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * The end that was accepted is used on a loop; its client is one of the JDK's; the loops are over
 * io_uring.
 */
@EnabledOnOs(OS.LINUX)
class AcceptedOnLoopOverRingTest extends AcceptedOnLoopTest {
  @Override
  String transport() {
    return "io_uring";
  }
}
