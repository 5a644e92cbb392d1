package simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Clients beside each other, each on a thread. */
public final class Clients {
  private Clients() {}

  /** The requests of a client. */
  interface Requests {
    void send(LineClient client) throws Exception;
  }

  /** The requests of a client that has a number. */
  public interface Numbered {
    void send(LineClient client, int number) throws Exception;
  }

  static void all(int count, LineServer server, Requests requests) throws Exception {
    all(count, server.port(), (client, number) -> requests.send(client));
  }

  /** Runs all to their end; throws what the first of them throws. */
  public static void all(int count, int port, Numbered requests) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> ends = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        Callable<Void> body =
            () -> {
              try (LineClient client = new LineClient(port)) {
                requests.send(client, number);
              }
              return null;
            };
        ends.add(threads.submit(body));
      }
      for (Future<Void> end : ends) {
        try {
          end.get();
        } catch (ExecutionException failure) {
          throw failure.getCause() instanceof Exception known ? known : failure;
        }
      }
    }
  }
}
