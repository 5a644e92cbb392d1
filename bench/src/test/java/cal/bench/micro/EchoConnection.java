package cal.bench.micro;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** One client, which gets back what it sends, {@value #SIZE} bytes at a time. Not thread-safe. */
final class EchoConnection implements AutoCloseable {
  static final int SIZE = 64;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final byte[] bytes = new byte[SIZE];

  EchoConnection(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    this.socket = socket;
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  /** True until the client has gone. */
  boolean serve() throws IOException {
    if (in.readNBytes(bytes, 0, SIZE) < SIZE) {
      close();
      return false;
    }
    out.write(bytes);
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
