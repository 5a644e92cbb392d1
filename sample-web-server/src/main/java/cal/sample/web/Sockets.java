package cal.sample.web;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;

/** Ways to end a socket. Stateless, hence thread-safe. */
final class Sockets {
  /** How long to listen to a client that was refused, and how many bytes. */
  private static final int LINGER_MILLIS = 500;

  private static final int LINGER_BYTES = 4 << 20;
  private static final Logger LOG = System.getLogger(Sockets.class.getName());

  private Sockets() {}

  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing " + socket, failure);
    }
  }

  /**
   * Closes after the client has read its last answer, or half a second has gone by: a socket that
   * is closed with input unread may reset what was sent (RFC 9112, section 9.6).
   *
   * @param layered the same socket, or TLS above it, whose end is told first
   */
  static void closeInPeace(Socket socket, Socket layered) {
    try (socket) {
      layered.shutdownOutput();
      InputStream in = socket.getInputStream();
      byte[] dropped = new byte[4096];
      long deadline = System.nanoTime() + LINGER_MILLIS * 1_000_000L;
      for (int left = LINGER_BYTES; left > 0; ) {
        int millis = (int) ((deadline - System.nanoTime()) / 1_000_000);
        if (millis <= 0) {
          return;
        }
        socket.setSoTimeout(millis);
        int count = in.read(dropped, 0, dropped.length);
        if (count < 0) {
          return;
        }
        left -= count;
      }
    } catch (IOException goneAlready) {
      LOG.log(Level.DEBUG, "closing " + socket, goneAlready);
    }
  }
}
