package cal.reactive;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Both ends are used by activities on two loops; the loops are over epoll. */
@Tag("c2")
@EnabledOnOs(OS.LINUX)
class OnTwoLoopsOverEpollTest extends OnTwoLoopsTest {
  @Override
  String transport() {
    return "epoll";
  }
}
