package acme;

import java.net.Socket;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Four clients, each with four bytes; the last count is 16. */
public final class CountingClients {
  private CountingClients() {}

  /** Asks the server at the port that is given. */
  public static void main(String[] ports) throws Exception {
    int port = Integer.parseInt(ports[0]);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Integer>> clients = Collections.nCopies(4, () -> ask(port));
      int most = 0;
      for (Future<Integer> end : threads.invokeAll(clients)) {
        most = Math.max(most, end.get());
      }
      if (most != 16) {
        throw new AssertionError("counted " + most + " of 16");
      }
    }
  }

  private static int ask(int port) throws Exception {
    int last = 0;
    try (Socket socket = new Socket("localhost", port)) {
      for (int i = 0; i < 4; i++) {
        socket.getOutputStream().write(1);
        last = socket.getInputStream().read();
      }
    }
    return last;
  }
}
