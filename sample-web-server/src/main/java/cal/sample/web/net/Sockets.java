package cal.sample.web.net;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;

/** Ways to end a socket. Stateless, hence thread-safe. */
public final class Sockets {
  /** The longest time to listen to a refused client, and to a silent client. */
  private static final int LINGER_MILLIS = 5_000;

  private static final int SILENT_MILLIS = 2_000;
  private static final Logger LOG = System.getLogger(Sockets.class.getName());

  private Sockets() {}

  public static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing " + socket, failure);
    }
  }

  /**
   * Closes after the client has ended, or after five seconds, or two without a byte: a socket
   * closed with unread input may reset sent bytes (RFC 9112, section 9.6). The output has been
   * ended.
   */
  public static void closeInPeace(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      byte[] dropped = new byte[16 << 10];
      long deadline = System.nanoTime() + LINGER_MILLIS * 1_000_000L;
      socket.setSoTimeout(SILENT_MILLIS);
      while (in.read(dropped, 0, dropped.length) >= 0 && System.nanoTime() < deadline)
        ;
    } catch (IOException goneAlready) {
      LOG.log(Level.DEBUG, "closing " + socket, goneAlready);
    }
  }
}
