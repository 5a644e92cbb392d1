package cal.core.internal.activity;

import cal.core.internal.support.Log;
import cal.core.spi.SocketProvider;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.Socket;

/**
 * The sockets that any thread may ask for input, or close, since no reader can keep that thread
 * waiting.
 *
 * <p>They are those of the JDK and of a {@link SocketProvider}: both ask the system, and neither
 * takes the lock of a thread that reads. A class of the server, and TLS, may do anything, so that
 * such a socket is asked by nobody. Stateless.
 */
public final class AwaitedSocket {
  private AwaitedSocket() {}

  /** The same socket if any thread may ask; null otherwise. */
  public static Socket ofAnyThread(Socket socket) {
    return socket instanceof SocketProvider.Telling
            || (socket != null && socket.getClass() == Socket.class)
        ? socket
        : null;
  }

  /**
   * Closes a socket {@linkplain #ofAnyThread of any thread}; nothing for null. The close does not
   * wait, as by {@code SO_LINGER}, until the peer has all bytes.
   */
  public static void close(Socket socket) {
    try (socket) {
      if (socket != null && socket.getSoLinger() > 0) {
        socket.setSoLinger(false, 0);
      }
    } catch (IOException lost) {
      Log.log(Level.DEBUG, "a socket cannot be closed", lost);
    }
  }

  /**
   * Whether bytes have come.
   *
   * @param socket one {@linkplain #ofAnyThread that any thread may ask}, or null
   * @return false also for null, and for a socket that has ended
   */
  static boolean hasInput(Socket socket) {
    try {
      return socket instanceof SocketProvider.Telling ours
          ? ours.hasInput()
          : socket != null && socket.getInputStream().available() > 0;
    } catch (IOException ended) {
      return false;
    }
  }
}
