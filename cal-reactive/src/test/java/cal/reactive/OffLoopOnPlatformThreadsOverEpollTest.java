package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** On platform threads, the sockets of a loop are ordinary ones; the loops are over epoll. */
@EnabledOnOs(OS.LINUX)
class OffLoopOnPlatformThreadsOverEpollTest extends OffLoopOnPlatformThreadsTest {
  @Override
  String transport() {
    return "epoll";
  }
}
