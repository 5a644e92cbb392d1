package cal.sample.web.net;

import java.io.IOException;
import java.net.Socket;

/** The protocol of an acceptor: makes the connection for an accepted socket. */
@FunctionalInterface
public interface Protocol {
  /**
   * Opens the conversation; nothing is read or written yet.
   *
   * @param socket a connected socket, owned by the connection from now on
   * @param acceptor of the socket
   * @return the connection of the client
   * @throws IOException if the client is gone already; the caller closes the socket
   */
  Connection open(Socket socket, Acceptor acceptor) throws IOException;
}
