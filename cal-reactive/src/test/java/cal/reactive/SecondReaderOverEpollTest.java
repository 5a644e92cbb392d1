package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class SecondReaderOverEpollTest extends SecondReaderContract {
  SecondReaderOverEpollTest() {
    super("epoll");
  }
}
