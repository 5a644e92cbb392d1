package acme;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** A server that answers each byte with a count, without a lock: the bug of this test. */
public final class Counting {
  private static int count;

  private Counting() {}

  /** Listens on the port that is given. */
  public static void main(String[] arguments) throws IOException {
    try (ServerSocket listener = new ServerSocket(Integer.parseInt(arguments[0]))) {
      while (true) {
        Socket socket = listener.accept();
        new Thread(() -> serve(socket)).start();
      }
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      while (socket.getInputStream().read() >= 0) {
        int now = count;
        count = now + 1;
        socket.getOutputStream().write(now + 1);
      }
    } catch (IOException gone) {
      Thread.currentThread().interrupt(); // its last act
    }
  }
}
