package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Machine;
import cal.simulation.Simulated;
import cal.simulation.SimulatedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

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

  @Simulated(seeds = 40, limitSeconds = 60, machine = @Machine(crashes = 2))
  void shouldStartWithoutTracesInItsProcess() throws Exception {
    SimulatedServer server = SimulatedServer.start(Traces.class);
    server.crash();
    while (server.crashes() < 3) {
      try {
        ask(server);
      } catch (IOException crash) {
        Thread.sleep(10);
      }
    }
    assertFalse(Files.exists(Path.of("traces.log.1")));
    assertFalse(Files.exists(Farewell.FILE));
  }

  @Simulated(seeds = 20, limitSeconds = 60)
  void shouldWaitForLocksOfAnotherMachine() throws Exception {
    SimulatedServer server = SimulatedServer.start(Holder.class);
    try (LineClient client = new LineClient(server.port());
        FileChannel file = Holder.open()) {
      assertNull(file.tryLock(0, Holder.LENGTH, false));
      assertNotNull(file.tryLock(Holder.LENGTH, 1, false));
      long before = System.nanoTime();
      try (FileLock lock = file.lock(0, Holder.LENGTH, false)) {
        assertTrue(lock.isValid());
        assertTrue(System.nanoTime() - before > Holder.MILLIS * 500_000L);
        Thread late = Thread.ofVirtual().start(() -> release(lock));
        assertEquals("held true", client.ask("hold"));
        assertFalse(lock.isValid());
        late.join();
      }
    }
  }

  private static void release(FileLock lock) {
    try {
      Thread.sleep(Holder.MILLIS);
      lock.release();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** A wait for a lock ends where another thread closes the channel. */
  @Simulated(seeds = 20, limitSeconds = 60)
  void shouldWaitForALockUntilTheChannelIsClosed() throws Exception {
    SimulatedServer server = SimulatedServer.start(Holder.class);
    assertTrue(server.port() > 0);
    FileChannel file = Holder.open();
    FutureTask<FileLock> lock = new FutureTask<>(file::lock);
    Thread.ofVirtual().start(lock);
    Thread.sleep(100);
    file.close();
    assertInstanceOf(
        AsynchronousCloseException.class,
        assertThrows(ExecutionException.class, lock::get).getCause());
  }

  /** The crash of another machine takes nothing from a server. */
  @Simulated(seeds = 20)
  void shouldCrashAlone() throws Exception {
    SimulatedServer other = SimulatedServer.start(Notes.class, "start");
    SimulatedServer server = SimulatedServer.start(Unsynced.class);
    assertEquals("1", ask(server));
    other.crash();
    assertEquals("1", ask(server));
    assertTrue(ask(other).startsWith("1 "));
  }
}
