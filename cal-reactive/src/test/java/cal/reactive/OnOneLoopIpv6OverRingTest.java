package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Both ends are used by activities on one loop, over IPv6; the loops are over io_uring. */
@EnabledOnOs(OS.LINUX)
class OnOneLoopIpv6OverRingTest extends OnOneLoopIpv6Test {
  @Override
  String transport() {
    return "io_uring";
  }
}
