package cal.reactive;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.FileChannel;

/** A socket whose reads and writes wait through a loop. Thread-safe, as {@link Socket} is. */
final class LoopSocket extends Socket {
  private final Connection connection;
  private volatile InputStream in;
  private volatile OutputStream out;

  LoopSocket(Connection connection) throws SocketException {
    super(connection);
    this.connection = connection;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    requireConnected();
    if (isInputShutdown()) {
      throw new SocketException("Socket input is shutdown");
    }
    if (in == null) {
      in = new Input();
    }
    return in;
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    requireConnected();
    if (isOutputShutdown()) {
      throw new SocketException("Socket output is shutdown");
    }
    if (out == null) {
      out = new Output();
    }
    return out;
  }

  private void requireConnected() throws SocketException {
    if (isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (!isConnected()) {
      throw new SocketException("Socket is not connected");
    }
  }

  /** An interrupted virtual thread closes its socket, as with the JDK's sockets. */
  private IOException closedByInterrupt(InterruptedIOException interrupt) throws IOException {
    if (interrupt instanceof SocketTimeoutException) {
      return interrupt;
    }
    close();
    return new SocketException("Closed by interrupt");
  }

  private final class Input extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        return connection.read(target, offset, length);
      } catch (InterruptedIOException interrupt) {
        throw closedByInterrupt(interrupt);
      }
    }

    @Override
    public int available() throws IOException {
      return connection.available();
    }

    @Override
    public void close() throws IOException {
      LoopSocket.this.close();
    }
  }

  final class Output extends OutputStream {
    /** Sends the rest of a file. */
    long send(FileChannel file) throws IOException {
      try {
        return connection.send(file);
      } catch (InterruptedIOException interrupt) {
        throw closedByInterrupt(interrupt);
      }
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      try {
        connection.write(source, offset, length);
      } catch (InterruptedIOException interrupt) {
        throw closedByInterrupt(interrupt);
      }
    }

    @Override
    public void close() throws IOException {
      LoopSocket.this.close();
    }
  }
}
