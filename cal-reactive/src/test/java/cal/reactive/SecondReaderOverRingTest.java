package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class SecondReaderOverRingTest extends SecondReaderContract {
  SecondReaderOverRingTest() {
    super("io_uring");
  }
}
