package cal.reactive;

import java.net.InetAddress;

/** Both ends are used by activities on one loop, over IPv6. */
class OnOneLoopIpv6Test extends OnOneLoopTest {
  @Override
  InetAddress address() {
    return ipv6();
  }
}
