package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The same over epoll. */
@EnabledOnOs(OS.LINUX)
class LendingOverEpollTest extends LendingTest {
  @Override
  Transport transport() {
    return Transport.EPOLL;
  }
}
