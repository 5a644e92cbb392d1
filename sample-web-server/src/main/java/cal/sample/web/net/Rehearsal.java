package cal.sample.web.net;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * A handshake of TLS in memory, before clients come: it shows whether key and certificate fit, and
 * loads the JDK's classes, which would keep the first client waiting. For one thread.
 */
final class Rehearsal {
  private static final int MOST_TURNS = 1_000;
  private static final int BYTES = 64 << 10;

  private final SSLEngine engine;

  /** Bytes that the other side has sent, up to the position. */
  private final ByteBuffer received = ByteBuffer.allocate(BYTES);

  private Rehearsal(SSLEngine engine, boolean client) throws SSLException {
    this.engine = engine;
    engine.setUseClientMode(client);
    engine.beginHandshake();
  }

  /**
   * Plays a client that trusts any server.
   *
   * @throws SSLException if both sides do not come to terms
   */
  static void of(SSLContext context) throws GeneralSecurityException, SSLException {
    SSLContext trusting = SSLContext.getInstance("TLS");
    trusting.init(null, new TrustManager[] {new Everybody()}, null);
    Rehearsal client = new Rehearsal(trusting.createSSLEngine(), true);
    Rehearsal server = new Rehearsal(context.createSSLEngine(), false);
    for (int turn = 0; !client.isDone() || !server.isDone(); turn++) {
      if (turn == MOST_TURNS) {
        throw new SSLException("a handshake has no end");
      }
      client.goOn(server);
      server.goOn(client);
    }
  }

  private boolean isDone() {
    return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
  }

  private void goOn(Rehearsal other) throws SSLException {
    switch (engine.getHandshakeStatus()) {
      case NEED_TASK -> engine.getDelegatedTask().run();
      case NEED_WRAP -> engine.wrap(ByteBuffer.allocate(0), other.received);
      case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
        received.flip();
        engine.unwrap(received, ByteBuffer.allocate(BYTES));
        received.compact();
      }
      default -> {}
    }
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
