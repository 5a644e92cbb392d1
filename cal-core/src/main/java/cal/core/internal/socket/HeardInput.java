package cal.core.internal.socket;

import cal.core.internal.stage.AttachedThread;
import cal.core.internal.stage.InputWait;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import javax.net.ssl.SSLSocket;

/**
 * The input of a socket, which tells the activity that reads it when bytes come: a call of a reader
 * above it may read many. As thread-safe as the socket's own stream.
 */
final class HeardInput extends FilterInputStream {
  private HeardInput(InputStream in) {
    super(in);
  }

  /**
   * The stream for woven code. That of TLS stays as it is: it may hold bytes back until a record is
   * whole, so that its clients are never known to be silent.
   *
   * @param stream the socket's own
   */
  static Object of(Socket socket, Object stream) {
    boolean hears = stream instanceof HeardInput || socket instanceof SSLSocket;
    return !hears && stream instanceof InputStream in ? new HeardInput(in) : stream;
  }

  @Override
  public int read() throws IOException {
    InputWait reader = before();
    int one = in.read();
    after(reader, one);
    return one;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    InputWait reader = before();
    int count = in.read(target, offset, length);
    after(reader, count - 1);
    return count;
  }

  private static InputWait before() {
    InputWait reader = AttachedThread.currentReader();
    if (reader != null) {
      reader.beforeBytes();
    }
    return reader;
  }

  private static void after(InputWait reader, int none) {
    if (reader != null && none >= 0) {
      reader.afterBytes();
    }
  }
}
