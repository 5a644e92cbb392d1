package cal.test;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;

/** One client. */
final class EchoConnection implements AutoCloseable {
  final Socket socket;
  private final InputStream in;
  private final Runnable probe;

  EchoConnection(Socket socket, Runnable probe) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.probe = probe;
  }

  boolean serve() {
    try {
      int next = in.read();
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

  /** Whether nothing is left in the buffer, or with the system. */
  boolean isEmpty() {
    try {
      return in.available() == 0;
    } catch (IOException closed) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
