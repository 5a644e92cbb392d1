package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * On other virtual threads, the sockets of a loop are ordinary ones; the loops are over io_uring.
 */
@EnabledOnOs(OS.LINUX)
class OffLoopOnVirtualThreadsOverRingTest extends OffLoopOnVirtualThreadsTest {
  @Override
  String transport() {
    return "io_uring";
  }
}
