package cal.reactive;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The same over epoll. */
@Tag("c2")
@EnabledOnOs(OS.LINUX)
class LoopsOverEpollTest extends LoopsTest {
  @Override
  Transport transport() {
    return Transport.EPOLL;
  }
}
