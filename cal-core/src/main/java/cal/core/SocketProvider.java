package cal.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.OptionalLong;

/**
 * Makes the sockets of woven code under a model that waits for them in a way of its own.
 *
 * <p>Thread-safe. What it makes passes for the JDK's sockets with any code, and works on any
 * thread, one of the model's or another.
 */
public interface SocketProvider {
  /**
   * Makes a listening socket. Bound without a backlog ({@link ServerSocket#bind(SocketAddress)}) it
   * takes the backlog that the provider thinks right.
   *
   * @return the socket, not bound yet
   * @throws IOException if the system has none left
   */
  ServerSocket serverSocket() throws IOException;

  /**
   * Makes a client's socket.
   *
   * @return the socket, neither bound nor connected
   * @throws IOException if the system has none left
   */
  Socket socket() throws IOException;

  /**
   * Moves all that a stream still has to another, as {@link InputStream#transferTo} does, if there
   * is a better way between these two: from a file to a socket of this provider, say.
   *
   * @param from where the bytes come from; at its end afterwards
   * @param to where they go
   * @return the bytes moved; empty if nothing was done, and the streams are to do it
   * @throws IOException if reading or writing failed
   */
  default OptionalLong transfer(InputStream from, OutputStream to) throws IOException {
    return OptionalLong.empty();
  }
}
