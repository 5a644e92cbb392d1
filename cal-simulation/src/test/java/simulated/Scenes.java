package simulated;

import java.io.IOException;
import java.util.TreeSet;

/** Clients of the small servers, and the answers that they may expect. */
final class Scenes {
  private Scenes() {}

  static void move(Bank bank) throws Exception {
    try (LineServer server = new LineServer(bank, 4)) {
      Clients.all(
          4,
          server.port(),
          (client, number) -> {
            for (int i = 0; i < 5; i++) {
              client.ask((number + i) % 3 + " " + (number + i + 1 + number % 2) % 3);
            }
          });
    }
  }

  static void work(Jobs jobs) throws Exception {
    try (LineServer server = new LineServer(jobs, 6)) {
      Clients.all(
          6,
          server.port(),
          (client, number) -> client.ask(number < 3 ? "PUT " + number : "TAKE", 3));
    }
  }

  /** The client asks again, by a new connection, where the old was reset. */
  static void post(Mail mail) throws Exception {
    try (LineServer server = new LineServer(mail, 4)) {
      TreeSet<String> received = new TreeSet<>();
      int posted = 0;
      boolean empty = false;
      while (!empty) {
        try (LineClient client = new LineClient(server.port())) {
          for (; posted < 6; posted++) {
            client.ask("POST " + posted);
          }
          while (!empty) {
            String frame = client.ask("TAKE");
            empty = frame.equals("-");
            if (!empty) {
              received.add(frame);
              client.ask("DONE " + frame);
            }
          }
        } catch (IOException reset) {
          Thread.sleep(100);
        }
      }
      if (received.size() != 6) {
        throw new AssertionError("received " + received + " of 6 frames");
      }
    }
  }
}
