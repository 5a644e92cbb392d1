package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Both ends are used by activities on one loop; the loops are over epoll. */
@EnabledOnOs(OS.LINUX)
class OnOneLoopOverEpollTest extends OnOneLoopTest {
  @Override
  String transport() {
    return "epoll";
  }
}
