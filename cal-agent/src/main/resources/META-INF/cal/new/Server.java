package PACKAGE;

import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketException;

/** Accepts clients. It is plain Java: without CAL it serves one client after the other. */
final class Server implements Closeable {
  private final ServerSocket listener;

  Server(int port) throws IOException {
    listener = new ServerSocket(port);
  }

  public static void main(String[] arguments) throws IOException {
    Server server = new Server(arguments.length == 0 ? 7000 : Integer.parseInt(arguments[0]));
    System.out.println("listening on port " + server.port());
    server.run(); // Woven, this returns at once, and nothing may close the server here.
  }

  int port() {
    return listener.getLocalPort();
  }

  void run() throws IOException {
    while (accept()) {}
  }

  /** One step: false when the server has been closed. */
  boolean accept() throws IOException {
    try {
      Connection connection = new Connection(listener.accept());
      while (connection.answer()) {}
      return true;
    } catch (SocketException closed) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
