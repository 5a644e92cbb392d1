package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** On other virtual threads, the sockets of a loop are ordinary ones; the loops are over epoll. */
@EnabledOnOs(OS.LINUX)
class OffLoopOnVirtualThreadsOverEpollTest extends OffLoopOnVirtualThreadsTest {
  @Override
  String transport() {
    return "epoll";
  }
}
