package cal.core.internal.socket;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/**
 * The output of a JDK's socket, not closed by an {@link OwnInterrupt}. As thread-safe as the
 * socket's own stream. A {@link java.io.FilterOutputStream} would have a lock of its own: idle
 * connections keep this.
 */
final class UnclosedOutput extends OutputStream {
  private final OutputStream out;

  private UnclosedOutput(OutputStream out) {
    this.out = out;
  }

  /**
   * The stream for woven code; unchanged for a socket other than the JDK's.
   *
   * @param stream the socket's own
   */
  static Object of(Socket socket, Object stream) {
    boolean jdks = socket.getClass().getClassLoader() == null;
    return jdks && stream instanceof OutputStream out ? new UnclosedOutput(out) : stream;
  }

  @Override
  public void write(int one) throws IOException {
    boolean putAside = OwnInterrupt.putAside();
    try {
      out.write(one);
    } finally {
      OwnInterrupt.restore(putAside);
    }
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    boolean putAside = OwnInterrupt.putAside();
    try {
      out.write(source, offset, length);
    } finally {
      OwnInterrupt.restore(putAside);
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
