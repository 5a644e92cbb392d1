package cal.sample.upload;

import java.io.IOException;
import java.net.Socket;

/**
 * The protocol of a {@link Listener}: makes the connection for an accepted socket.
 *
 * <p>The services of {@link Main} are thread-safe. (CAL paper, section 1.)
 */
@FunctionalInterface
public interface Service {

  /**
   * Opens the conversation; nothing is read or written yet.
   *
   * @param socket a connected socket, owned by the connection from now on
   * @return the connection of the client
   * @throws IOException if the client is gone already; the caller closes the socket
   */
  Connection open(Socket socket) throws IOException;
}
