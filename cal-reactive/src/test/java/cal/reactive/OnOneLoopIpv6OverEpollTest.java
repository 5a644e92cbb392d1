package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Both ends are used by activities on one loop, over IPv6; the loops are over epoll. */
@EnabledOnOs(OS.LINUX)
class OnOneLoopIpv6OverEpollTest extends OnOneLoopIpv6Test {
  @Override
  String transport() {
    return "epoll";
  }
}
