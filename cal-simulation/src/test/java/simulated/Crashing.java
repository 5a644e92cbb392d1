package simulated;

import cal.simulation.Machine;
import cal.simulation.Simulated;
import cal.simulation.SimulatedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Servers on machines that crash; run by {@code CrashesTest}. */
public final class Crashing {
  private static final int CLIENTS = 4;
  private static final int LINES = 5;
  private static final int LATE = 3_000;

  /** Clients ask until all lines are answered; these are in the file after another crash. */
  @Simulated(machine = @Machine(crashes = 1))
  void ledger() throws Exception {
    SimulatedServer server = SimulatedServer.start(Ledger.class);
    Set<String> answered = Collections.synchronizedSet(new TreeSet<>());
    Thread[] clients = new Thread[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) {
      int number = i;
      clients[i] = Thread.ofVirtual().start(() -> ask(server, number, answered));
    }
    for (Thread client : clients) {
      client.join();
    }
    server.crash();
    answered.removeAll(Files.readAllLines(Ledger.FILE));
    if (!answered.isEmpty()) {
      throw new AssertionError("lost " + answered);
    }
  }

  private static void ask(SimulatedServer server, int number, Set<String> answered) {
    for (int sent = 0; sent < LINES; ) {
      try (LineClient client = new LineClient(server.port())) {
        for (; sent < LINES; sent++) {
          String line = "line " + sent + " of " + number;
          client.ask(line);
          answered.add(line);
        }
      } catch (IOException crash) {
        Thread.yield();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A bug that shows where the server crashes late. */
  @Simulated(machine = @Machine(crashes = 1))
  void late() throws Exception {
    SimulatedServer server = SimulatedServer.start(Notes.class, "start");
    int answers = 0;
    try (LineClient client = new LineClient(server.port())) {
      for (; answers < LATE * 2; answers++) {
        client.ask("a line");
      }
    } catch (IOException crash) {
      if (answers > LATE) {
        throw new AssertionError("crashed late", crash);
      }
    }
  }

  /** Four crashes: one that is asked for before the start, one at a time, and two by the seed. */
  @Simulated(limitSeconds = 60)
  void often() throws Exception {
    SimulatedServer server = SimulatedServer.start(Notes.class, "start");
    server.crash();
    while (server.crashes() < 4) {
      try (LineClient client = new LineClient(server.port())) {
        client.ask("a line");
      } catch (IOException crash) {
        Thread.sleep(10);
      }
    }
  }
}
