package cal.reactive;

import java.net.InetAddress;

/** The sockets of a loop on platform threads, over IPv6. */
class OffLoopIpv6Test extends OffLoopOnPlatformThreadsTest {
  @Override
  InetAddress address() {
    return ipv6();
  }
}
