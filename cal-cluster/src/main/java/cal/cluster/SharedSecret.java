package cal.cluster;

import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeContext;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.nio.MemberSocketInterceptor;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Members prove to each other, before any other byte, that they know the same secret: by two random
 * numbers, and a keyed hash of both from each side (HMAC-SHA-256, RFC 2104). The rest of the
 * connection is not encrypted.
 *
 * <p>Hazelcast has a place for this in its community edition, and nothing that fills it: this class
 * uses its internals for that. Thread-safe.
 */
final class SharedSecret implements MemberSocketInterceptor {
  /** So many characters has a secret at least. */
  static final int LEAST = 16;

  private static final int BYTES = 32;
  private static final int PATIENCE_MILLIS = 5_000;
  private static final byte ACCEPTS = 1;
  private static final byte CONNECTS = 2;

  private final SecureRandom random = new SecureRandom();
  private final byte[] secret;

  SharedSecret(String secret) {
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
  }

  /** The parts of a member, with this among them where there is a secret. */
  static NodeContext context(String secret) {
    if (secret == null) {
      return new DefaultNodeContext();
    }
    SharedSecret shared = new SharedSecret(secret);
    return new DefaultNodeContext() {
      @Override
      public NodeExtension createNodeExtension(Node node) {
        return new DefaultNodeExtension(node) {
          @Override
          public MemberSocketInterceptor getSocketInterceptor(EndpointQualifier endpoint) {
            return shared;
          }
        };
      }
    };
  }

  @Override
  public void init(Properties properties) {}

  @Override
  public void onAccept(Socket socket) throws IOException {
    prove(socket, ACCEPTS, CONNECTS);
  }

  @Override
  public void onConnect(Socket socket) throws IOException {
    prove(socket, CONNECTS, ACCEPTS);
  }

  private void prove(Socket socket, byte own, byte other) throws IOException {
    int before = socket.getSoTimeout();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    byte[] mine = new byte[BYTES];
    random.nextBytes(mine);
    OutputStream out = socket.getOutputStream();
    out.write(mine);
    byte[] theirs = read(socket, end);
    out.write(proof(own, mine, theirs));
    byte[] shown = read(socket, end);
    if (!MessageDigest.isEqual(shown, proof(other, theirs, mine))) {
      throw new IOException(
          socket.getRemoteSocketAddress()
              + " does not know the secret of this cluster; give both the same"
              + " cal.cluster.secret-file");
    }
    socket.setSoTimeout(before);
  }

  /** All bytes within the time, however slowly a stranger sends them: a thread waits for them. */
  private static byte[] read(Socket socket, long end) throws IOException {
    byte[] bytes = new byte[BYTES];
    for (int have = 0; have < BYTES; ) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        throw new SocketTimeoutException("no proof of the secret came in time");
      }
      socket.setSoTimeout((int) left);
      int more = socket.getInputStream().read(bytes, have, BYTES - have);
      if (more < 0) {
        throw new EOFException("it ended the connection, as one does that has another secret");
      }
      have += more;
    }
    return bytes;
  }

  private byte[] proof(byte side, byte[] own, byte[] other) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      mac.update(side);
      mac.update(own);
      mac.update(other);
      return mac.doFinal();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has HmacSHA256", impossible);
    }
  }
}
