package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The same over io_uring. */
@EnabledOnOs(OS.LINUX)
class LendingOverRingTest extends LendingTest {
  @Override
  Transport transport() {
    return Transport.IO_URING;
  }
}
