package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import cal.simulation.Machine;
import cal.simulation.Simulated;
import cal.simulation.SimulatedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A server crashes, and starts again: with new classes, on its disk, at a port of its own. */
final class ServersTest {
  private static String ask(SimulatedServer server) throws Exception {
    try (LineClient client = new LineClient(server.port())) {
      return client.ask("how often?");
    }
  }

  @Simulated(seeds = 20, nothingLeft = true)
  void shouldStartAgainOnTheSameDisk() throws Exception {
    SimulatedServer server = SimulatedServer.start(Notes.class, "start");
    assertEquals("1 1", ask(server));
    try (LineClient client = new LineClient(server.port())) {
      server.crash();
      assertThrows(IOException.class, () -> client.ask("gone?"));
    }
    assertEquals("1 2", ask(server));
    assertEquals(1, server.crashes());
    assertEquals("start\nstart\n", Files.readString(Path.of("notes")));
  }

  /** With a crash by the seed, an answer comes in the end, and a note for each answered start. */
  @Simulated(seeds = 50, machine = @Machine(crashes = 3))
  void shouldCrashBySeed() throws Exception {
    SimulatedServer server = SimulatedServer.start(Notes.class, "start");
    int answers = 0;
    while (answers < 20) {
      try {
        String[] words = ask(server).split(" ", -1);
        assertEquals("1", words[0]);
        assertFalse(Integer.parseInt(words[1]) > server.crashes() + 1);
        answers++;
      } catch (IOException crash) {
        Thread.sleep(10);
      }
    }
  }

  /** Not synced: a file that the test has written stays, for the test is on another machine. */
  @Simulated(seeds = 10)
  void shouldKeepFilesOfTheTest() throws Exception {
    SimulatedServer server = SimulatedServer.start(Notes.class, "start");
    assertEquals("1 1", ask(server));
    Files.writeString(Path.of("of-the-test"), "text");
    server.crash();
    assertEquals("1 2", ask(server));
    assertEquals("text", Files.readString(Path.of("of-the-test")));
  }
}
