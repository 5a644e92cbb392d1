package cal.core.internal.socket;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The facts about a host's name that need no lookup. Stateless. */
final class HostName {
  private HostName() {}

  /** Whether a text is an address, which names itself; none is, and an empty one, by the JDK. */
  static boolean isAddress(String host) {
    if (host == null || host.isEmpty()) {
      return true;
    }
    try {
      InetAddress.ofLiteral(host);
      return true;
    } catch (IllegalArgumentException name) {
      return false;
    }
  }

  /** Whether an address knows its name: its text begins with it. */
  static boolean isKnown(Object address) {
    return (address instanceof InetAddress || address instanceof InetSocketAddress)
        && !address.toString().startsWith("/");
  }
}
