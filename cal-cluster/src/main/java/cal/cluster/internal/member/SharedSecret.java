package cal.cluster.internal.member;

import com.hazelcast.nio.MemberSocketInterceptor;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
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
 * numbers, and a keyed hash from each side (HMAC-SHA-256, RFC 2104). The rest of the connection is
 * not encrypted.
 *
 * <p>The hash is of both numbers, and of the address that was dialled: a stranger cannot pass it on
 * to another member. The side that was dialled proves nothing before the other side has. Addresses
 * that are translated between members (NAT) end each proof.
 *
 * <p>Thread-safe.
 */
public final class SharedSecret implements MemberSocketInterceptor {
  /** The other side does not know the secret, or finds that this one does not. */
  public static final class Stranger extends IOException {
    private static final long serialVersionUID = 1L;

    Stranger(String message) {
      super(message);
    }
  }

  private static final int BYTES = 32;
  private static final int PATIENCE_MILLIS = 5_000;
  private static final byte ACCEPTS = 1;
  private static final byte CONNECTS = 2;

  private final SecureRandom random = new SecureRandom();
  private final byte[] secret;

  public SharedSecret(String secret) {
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void init(Properties properties) {}

  /** Shows a proof after it has seen one: else zeros, by which the other side knows. */
  @Override
  public void onAccept(Socket socket) throws IOException {
    byte[] dialled = address(socket.getLocalAddress(), socket.getLocalPort());
    int before = socket.getSoTimeout();
    long end = end();
    byte[] mine = number(socket);
    byte[] theirs = read(socket, end);
    byte[] shown = read(socket, end);
    boolean known = MessageDigest.isEqual(shown, proof(CONNECTS, theirs, mine, dialled));
    socket.getOutputStream().write(known ? proof(ACCEPTS, mine, theirs, dialled) : new byte[BYTES]);
    require(known, socket);
    socket.setSoTimeout(before);
  }

  @Override
  public void onConnect(Socket socket) throws IOException {
    byte[] dialled = address(socket.getInetAddress(), socket.getPort());
    int before = socket.getSoTimeout();
    long end = end();
    byte[] mine = number(socket);
    byte[] theirs = read(socket, end);
    socket.getOutputStream().write(proof(CONNECTS, mine, theirs, dialled));
    byte[] shown = read(socket, end);
    require(MessageDigest.isEqual(shown, proof(ACCEPTS, theirs, mine, dialled)), socket);
    socket.setSoTimeout(before);
  }

  private static long end() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
  }

  private byte[] number(Socket socket) throws IOException {
    byte[] mine = new byte[BYTES];
    random.nextBytes(mine);
    socket.getOutputStream().write(mine);
    return mine;
  }

  private static void require(boolean known, Socket socket) throws Stranger {
    if (!known) {
      throw new Stranger(
          socket.getRemoteSocketAddress()
              + " does not know the secret of this cluster, or has another address than was"
              + " dialled; give both the same cal.cluster.secret-file");
    }
  }

  private static byte[] address(InetAddress host, int port) {
    byte[] bytes = host.getAddress();
    return ByteBuffer.allocate(bytes.length + Integer.BYTES).put(bytes).putInt(port).array();
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
        throw new EOFException("it ended the connection before its proof");
      }
      have += more;
    }
    return bytes;
  }

  private byte[] proof(byte side, byte[] own, byte[] other, byte[] dialled) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      mac.update(side);
      mac.update(own);
      mac.update(other);
      mac.update(dialled);
      return mac.doFinal();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has HmacSHA256", impossible);
    }
  }
}
