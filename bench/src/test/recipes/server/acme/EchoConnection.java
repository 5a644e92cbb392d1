package acme;

import java.io.IOException;
import java.net.Socket;

/** One client. */
final class EchoConnection implements AutoCloseable {
  private final Socket socket;

  EchoConnection(Socket socket) {
    this.socket = socket;
  }

  boolean serve() throws IOException {
    int next = socket.getInputStream().read();
    if (next < 0) {
      close();
      return false;
    }
    socket.getOutputStream().write(next);
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
