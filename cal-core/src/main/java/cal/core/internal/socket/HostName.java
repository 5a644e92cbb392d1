package cal.core.internal.socket;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** What can be told of the name of a host without asking anybody. Stateless. */
final class HostName {
  private HostName() {}

  /** Whether a text is an address, which names itself: digits and dots, or with a colon. */
  static boolean isAddress(String host) {
    return host == null
        || host.indexOf(':') >= 0
        || host.chars().allMatch(c -> c == '.' || Character.isDigit(c));
  }

  /** Whether an address knows its name: its text begins with it. */
  static boolean isKnown(Object address) {
    return (address instanceof InetAddress || address instanceof InetSocketAddress)
        && !address.toString().startsWith("/");
  }
}
