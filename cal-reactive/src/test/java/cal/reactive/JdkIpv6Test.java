package cal.reactive;

import java.net.InetAddress;

/** The contract is true of the JDK's sockets over IPv6. */
class JdkIpv6Test extends JdkOnPlatformThreadsTest {
  @Override
  InetAddress address() {
    return ipv6();
  }
}
