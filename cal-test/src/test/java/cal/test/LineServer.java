package cal.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;

/** Sends back lines, by a binding that promises too much. */
final class LineServer implements AutoCloseable {
  private final ServerSocket listener;
  private final boolean prompts;

  LineServer(boolean prompts) throws IOException {
    this.prompts = prompts;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  int port() {
    return listener.getLocalPort();
  }

  void run() throws IOException {
    while (accept())
      ;
  }

  boolean accept() throws IOException {
    try {
      LineConnection connection = new LineConnection(listener.accept(), prompts);
      while (connection.serve())
        ;
      return true;
    } catch (SocketException closed) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
