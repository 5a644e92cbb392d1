package simulated.plants;

import cal.simulation.Network;
import cal.simulation.Simulated;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import simulated.Clients;
import simulated.LineClient;

/** A scene for each bug, by the property {@code scene}; run by {@code ManySeedsTest}. */
public final class Plants {
  private final Bug bug = Bug.valueOf(System.getProperty("scene"));

  @Simulated(packages = "simulated.plants", timeoutSeconds = 600)
  void quiet() throws Exception {
    switch (bug) {
      case STORE_INCREMENT, STORE_COMPARE, STORE_LOCK_ORDER, STORE_SUM, STORE_ENTRY -> store();
      case CHAT_ORDER, CHAT_WAKE_UP, CHAT_MEMBERS, CHAT_COUNT -> chat();
      case POST_EARLY_ANSWER, POST_NUMBER, POST_BUFFER -> post();
      case QUEUE_NOTIFY, QUEUE_TWICE, QUEUE_DRAIN, QUEUE_STOLEN -> queue();
      default -> bank();
    }
  }

  @Simulated(
      packages = "simulated.plants",
      timeoutSeconds = 600,
      network = @Network(resetOneIn = 3))
  void rough() throws Exception {
    if (bug == Bug.QUEUE_PERMIT) {
      permits();
    } else {
      mailbox();
    }
  }

  private static void expect(Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new AssertionError("expected " + expected + ", found " + found);
    }
  }

  private void store() throws Exception {
    Store store = new Store();
    AtomicInteger count = new AtomicInteger();
    try (Server server = new Server(store)) {
      Clients.all(
          4,
          server.port(),
          (client, number) -> {
            switch (bug) {
              case STORE_INCREMENT -> client.ask("ADD a", 4);
              case STORE_COMPARE -> {
                if (client.ask("CAS a 100 " + number).equals("true")) {
                  count.incrementAndGet();
                }
              }
              case STORE_LOCK_ORDER -> client.ask(number % 2 == 0 ? "MOVE a b" : "MOVE b a", 4);
              case STORE_SUM -> {
                for (int i = 0; i < 3; i++) {
                  String answer = client.ask(number < 2 ? "MOVE a b" : "SUM");
                  expect(number < 2 ? "moved" : "200", answer);
                }
              }
              default -> client.ask("HIT x");
            }
          });
    }
    switch (bug) {
      case STORE_INCREMENT -> expect(116, store.entry("a").number);
      case STORE_COMPARE -> expect(1, count.get());
      case STORE_ENTRY -> expect(4, store.entry("x").hits.get());
      default -> expect(200, store.entry("a").number + store.entry("b").number);
    }
  }

  private void chat() throws Exception {
    Chat chat = new Chat();
    try (Server server = new Server(chat)) {
      if (bug != Bug.CHAT_COUNT) {
        Clients.all(1, server.port(), (client, number) -> client.ask("JOIN", 2));
      }
      Clients.all(
          3,
          server.port(),
          (client, number) -> {
            switch (bug) {
              case CHAT_ORDER -> client.ask("SAY " + number);
              case CHAT_WAKE_UP -> client.ask(number == 0 ? "READ 0" : "SAY x");
              case CHAT_MEMBERS -> {
                if (number == 0) {
                  client.ask("JOIN", 3);
                } else {
                  expect("said", client.ask("SAY " + number));
                  expect("said", client.ask("SAY " + number));
                }
              }
              default -> client.ask("JOIN");
            }
          });
      if (bug == Bug.CHAT_ORDER) {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        Clients.all(
            1,
            server.port(),
            (client, number) -> {
              for (int i = 0; i < 3; i++) {
                first.add(client.ask("READ 0"));
                second.add(client.ask("READ 1"));
              }
            });
        expect(first, second);
      } else if (bug == Bug.CHAT_COUNT) {
        Clients.all(1, server.port(), (client, number) -> expect("3", client.ask("COUNT")));
      }
    }
  }

  private void post() throws Exception {
    Set<String> numbers = Collections.synchronizedSet(new TreeSet<>());
    try (Post post = new Post();
        Server server = new Server(post)) {
      Clients.all(
          bug == Bug.POST_EARLY_ANSWER ? 1 : 3,
          server.port(),
          (client, number) -> {
            switch (bug) {
              case POST_EARLY_ANSWER -> {
                client.ask("MAIL a");
                expect("1", client.ask("COUNT"));
              }
              case POST_NUMBER -> {
                for (int i = 0; i < 3; i++) {
                  numbers.add(client.ask("NUMBER"));
                }
              }
              default ->
                  expect(
                      "a%1$sb%1$sc%1$s".formatted(number),
                      client.ask("MAIL a%1$s b%1$s c%1$s".formatted(number)));
            }
          });
      if (bug == Bug.POST_NUMBER) {
        expect(9, numbers.size());
      }
    }
  }

  private void queue() throws Exception {
    Set<String> taken = Collections.synchronizedSet(new TreeSet<>());
    try (JobQueue queue = new JobQueue();
        Server server = new Server(queue)) {
      if (bug == Bug.QUEUE_DRAIN) {
        AtomicInteger accepted = new AtomicInteger();
        CompletableFuture<Integer> drained = new CompletableFuture<>();
        Clients.all(
            2,
            server.port(),
            (client, number) -> {
              for (int i = 0; i < 3; i++) {
                if (client.ask("SUBMIT " + number + i).equals("accepted")) {
                  accepted.incrementAndGet();
                }
              }
              if (number == 0) {
                drained.complete(queue.drain());
              }
            });
        expect(accepted.get(), drained.join());
        return;
      }
      Clients.all(
          6,
          server.port(),
          (client, number) -> {
            for (int i = 0; i < 3; i++) {
              if (number < 3) {
                client.ask("PUT " + number + i);
              } else {
                taken.add(client.ask("TAKE"));
              }
            }
          });
      expect(9, taken.size());
    }
  }

  private void bank() throws Exception {
    Bank bank = new Bank();
    AtomicInteger taken = new AtomicInteger();
    try (Server server = new Server(bank)) {
      Clients.all(
          4,
          server.port(),
          (client, number) -> {
            for (int i = 0; i < 2; i++) {
              if (bug == Bug.BANK_LOCK_ORDER) {
                client.ask("MOVE " + (number + i) % 3 + " " + (number + i + 1 + number % 2) % 3);
              } else if (client.ask("TAKE 0").equals("taken")) {
                taken.incrementAndGet();
              }
            }
          });
    }
    if (bug == Bug.BANK_OVERDRAFT) {
      expect(3, taken.get());
    }
  }

  /** Each client works four times with a permit, and connects again after a reset. */
  private static void permits() throws Exception {
    try (JobQueue queue = new JobQueue();
        Server server = new Server(queue)) {
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        clients.add(Thread.ofVirtual().start(() -> work(server.port())));
      }
      for (Thread client : clients) {
        client.join();
      }
    }
  }

  private static void work(int port) {
    for (int done = 0; done < 4; ) {
      try (LineClient client = new LineClient(port)) {
        client.ask("ACQUIRE");
        client.ask("RELEASE");
        done++;
      } catch (IOException reset) {
        Thread.onSpinWait(); // and again
      }
    }
  }

  /** The client asks again, by a new connection, where the old was reset. */
  private static void mailbox() throws Exception {
    try (Post post = new Post();
        Server server = new Server(post)) {
      Set<String> received = new TreeSet<>();
      int posted = 0;
      boolean empty = false;
      while (!empty) {
        try (LineClient client = new LineClient(server.port())) {
          for (; posted < 4; posted++) {
            client.ask("MAIL " + posted);
          }
          while (!empty) {
            String mail = client.ask("TAKE");
            empty = mail.equals("-");
            if (!empty) {
              received.add(mail);
              client.ask("DONE " + mail);
            }
          }
        } catch (IOException reset) {
          Thread.sleep(100);
        }
      }
      expect(4, received.size());
    }
  }
}
