package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** On platform threads, the sockets of a loop are ordinary ones; the loops are over io_uring. */
@EnabledOnOs(OS.LINUX)
class OffLoopOnPlatformThreadsOverRingTest extends OffLoopOnPlatformThreadsTest {
  @Override
  String transport() {
    return "io_uring";
  }
}
