package cal.weave.check.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** Callers that take away, or change, what their activities use. */
// --spawn boolean *..ClosedByCaller.Connection.serve()
// --spawn void *..ClosedByCaller.handle(..)
// --spawn boolean *..ClosedByCaller.Acceptor.accept()
final class ClosedByCaller {
  void resource(ServerSocket listener) throws IOException {
    try (Connection connection = new Connection(listener.accept())) {
      while (connection.serve())
        ;
    } // finds 2.1
  }

  void ingredient(ServerSocket listener) throws IOException {
    try (Socket socket = listener.accept()) {
      new Connection(socket).serve();
    } // finds 2.1
  }

  void stream(Socket socket) throws IOException {
    handle(socket.getInputStream());
    socket.close(); // finds 2.1
  }

  void inFinally(Connection connection) {
    try {
      while (connection.serve())
        ;
    } finally {
      connection.close(); // finds 2.1
    }
  }

  void byHelper(Socket socket) {
    new Connection(socket).serve();
    closeQuietly(socket); // finds 2.1
  }

  void throughRun(ServerSocket listener) {
    try (Acceptor acceptor = new Acceptor(listener)) {
      acceptor.run();
    } // finds 2.1
  }

  void late(Socket socket) {
    Connection connection = new Connection(socket);
    connection.serve();
    connection.name = "late"; // finds 2.2
  }

  void inTime(Socket socket) {
    Connection connection = new Connection(socket);
    connection.name = "in time";
    while (connection.serve())
      ;
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException ignored) {
      // Gone already.
    }
  }

  static void handle(InputStream in) {}

  /** Drives itself, and closes what it closes after that. */
  static final class Acceptor implements AutoCloseable {
    private final ServerSocket listener;

    Acceptor(ServerSocket listener) {
      this.listener = listener;
    }

    void run() {
      while (accept())
        ;
    }

    boolean accept() {
      return !listener.isClosed();
    }

    @Override
    public void close() {}
  }

  /** One client. */
  static final class Connection implements AutoCloseable {
    private final Socket socket;
    private String name = "";

    Connection(Socket socket) {
      this.socket = socket;
    }

    boolean serve() {
      return socket.isConnected() && !name.isEmpty();
    }

    @Override
    public void close() {}
  }
}
