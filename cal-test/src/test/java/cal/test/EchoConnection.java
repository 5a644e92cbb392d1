package cal.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;

/** One client. */
final class EchoConnection implements AutoCloseable {
  final Socket socket;
  private final Runnable probe;

  EchoConnection(Socket socket, Runnable probe) {
    this.socket = socket;
    this.probe = probe;
  }

  boolean serve() {
    try {
      int next = socket.getInputStream().read();
      if (next < 0) {
        close();
        return false;
      }
      probe.run();
      socket.getOutputStream().write(next);
      return true;
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
