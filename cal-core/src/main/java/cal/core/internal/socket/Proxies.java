package cal.core.internal.socket;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/**
 * Whether a client's socket is to go through a proxy, which only the JDK's sockets know how to.
 * Stateless.
 */
final class Proxies {
  private Proxies() {}

  /** Whether some destination may have a proxy: the destination is not known yet. */
  static boolean mayApply() {
    ProxySelector selector = ProxySelector.getDefault();
    boolean jdks = selector == null || selector.getClass().getModule() == Object.class.getModule();
    return !jdks
        || System.getProperty("socksProxyHost") != null
        || Boolean.getBoolean("java.net.useSystemProxies");
  }

  /**
   * Whether the selector names a proxy for a destination, asked like the JDK's sockets ask.
   *
   * @throws IOException if the selector cannot tell
   */
  static boolean apply(String host, int port) throws IOException {
    ProxySelector selector = ProxySelector.getDefault();
    if (selector == null) {
      return false;
    }
    try {
      String authority = (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
      List<Proxy> proxies = selector.select(new URI("socket", authority, null, null, null));
      return proxies != null
          && !proxies.isEmpty()
          && proxies.getFirst() != null
          && proxies.getFirst().type() == Proxy.Type.SOCKS;
    } catch (URISyntaxException | IllegalArgumentException unable) {
      throw new IOException("Failed to select a proxy", unable);
    }
  }
}
