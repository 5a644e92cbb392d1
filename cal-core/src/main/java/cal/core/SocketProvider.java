package cal.core;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Makes the sockets of woven code under a model that waits for them in a way of its own.
 *
 * <p>Thread-safe. What it makes passes for the JDK's sockets with any code, and works on any
 * thread, one of the model's or another.
 */
public interface SocketProvider {
  /**
   * Makes a listening socket.
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
}
