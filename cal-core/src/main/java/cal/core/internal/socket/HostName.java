package cal.core.internal.socket;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The facts about a host's name that need no lookup. Stateless. */
final class HostName {
  private HostName() {}

  /**
   * Whether a text is an address, which names itself; by the JDK, null and an empty text are
   * addresses too.
   */
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

  /** Whether an address knows its name, the begin of its text. */
  static boolean isKnown(Object address) {
    return (address instanceof InetAddress || address instanceof InetSocketAddress)
        && !address.toString().startsWith("/");
  }
}
