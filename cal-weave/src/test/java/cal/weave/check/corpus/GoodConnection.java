package cal.weave.check.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** The shape of a good server: an acceptor and connections, driven step by step. */
// --spawn boolean *..GoodConnection.accept()
// --spawn boolean *..GoodConnection.Connection.serve()
@SuppressWarnings("UnusedVariable")
final class GoodConnection {
  private final ServerSocket listener;
  private int accepted;

  GoodConnection(ServerSocket listener) {
    this.listener = listener;
  }

  void run() {
    while (accept())
      ;
  }

  boolean accept() {
    try {
      Socket socket = listener.accept();
      accepted++;
      Connection connection = new Connection(socket, new Buffer());
      while (connection.serve())
        ;
    } catch (IOException failure) {
      return !listener.isClosed();
    }
    return true;
  }

  /** One client. */
  static final class Connection implements AutoCloseable {
    private final Socket socket;
    private final Buffer buffer;
    private int requests;

    Connection(Socket socket, Buffer buffer) {
      this.socket = socket;
      this.buffer = buffer;
    }

    boolean serve() {
      try {
        requests++;
        if (buffer.fill(socket.getInputStream())) {
          socket.getOutputStream().write(requests);
          return true;
        }
      } catch (IOException gone) {
        buffer.length = 0;
      }
      close();
      return false;
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException ignored) {
        buffer.length = -1;
      }
    }
  }

  /** Belongs to one connection. */
  static final class Buffer {
    private final byte[] bytes = new byte[64];
    private int length;

    boolean fill(InputStream in) throws IOException {
      length = 0;
      while (length < bytes.length) {
        int count = in.read(bytes, length, bytes.length - length);
        if (count < 0) {
          return false;
        }
        length += count;
      }
      return true;
    }
  }
}
