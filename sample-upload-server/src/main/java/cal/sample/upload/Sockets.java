package cal.sample.upload;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;

/** Ways to end a socket. Stateless, hence thread-safe. */
final class Sockets {

  /** The longest time to listen to a refused client, in milliseconds, and the most bytes. */
  private static final int LINGER_MILLIS = 500;

  private static final int LINGER_BYTES = 4 << 20;

  private static final Logger LOG = System.getLogger(Sockets.class.getName());

  private Sockets() {}

  /** Closes at once; a failure to do so is worth a debug line only. */
  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing " + socket, failure);
    }
  }

  /**
   * Closes after the client has read the last answers, or half a second has gone by.
   *
   * <p>Closing a socket with input unread resets the connection, and a reset may overtake unread
   * answers (RFC 9112, section 9.6): so the output ends first, and further input is dropped.
   */
  static void closeInPeace(Socket socket) {
    try (socket) {
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      byte[] dropped = new byte[8192];
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
