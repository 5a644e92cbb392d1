package cal.core.internal.socket;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/**
 * The output of a JDK's socket, not closed by an {@link OwnInterrupt}. As thread-safe as the
 * socket's own stream.
 */
final class UnclosedOutput extends FilterOutputStream {
  private UnclosedOutput(OutputStream out) {
    super(out);
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
}
