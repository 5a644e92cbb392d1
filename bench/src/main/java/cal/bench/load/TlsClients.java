package cal.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Makes TLS for the clients of one server. They offer one version and one cipher, so that all
 * servers encrypt alike, and trust the server, which this process has started. Confined to one
 * loop.
 */
final class TlsClients {
  private static final String[] VERSION = {"TLSv1.3"};
  private static final String[] CIPHER = {"TLS_AES_128_GCM_SHA256"};

  private final InetSocketAddress server;
  private final SSLContext context;

  TlsClients(InetSocketAddress server) {
    this.server = server;
    try {
      context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Everybody()}, null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no TLS", e);
    }
  }

  /** TLS above a channel that connects; nothing is sent yet. */
  TlsChannel above(SocketChannel channel) throws IOException {
    SSLEngine engine = context.createSSLEngine(server.getHostString(), server.getPort());
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(VERSION);
    engine.setEnabledCipherSuites(CIPHER);
    engine.beginHandshake();
    return new TlsChannel(channel, engine);
  }

  private static final class Everybody implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
