package cal.reactive;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The same over io_uring. */
@Tag("c2")
@EnabledOnOs(OS.LINUX)
class LoopsOverRingTest extends LoopsTest {
  @Override
  Transport transport() {
    return Transport.IO_URING;
  }
}
