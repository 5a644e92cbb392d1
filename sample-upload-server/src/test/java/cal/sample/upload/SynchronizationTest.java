package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.upload.ServerProcess.Launcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the connections share is counted exactly, because of the aspect of critical regions. */
@Timeout(120)
class SynchronizationTest {
  private static final int CLIENTS = 8;
  private static final int FRAMES = 20_000;

  @ParameterizedTest
  @ValueSource(strings = {"thread", "executor-pool", "virtual"})
  void shouldCountEveryFrameOfClientsThatUploadAtOnce(String model) throws Exception {
    assertThat(totals(Launcher.woven(model))).isEqualTo(expected());
  }

  /** Without the regions counts get lost: what the other test finds, it can find. */
  @Test
  void shouldLoseCountsWithoutItsRegions(@TempDir Path folder) throws Exception {
    Launcher woven = Launcher.woven("thread");
    Launcher plainStore =
        new Launcher(
            withPlainStore(folder) + System.getProperty("path.separator") + woven.classPath(),
            woven.jvmArguments(),
            0,
            woven.mainClass());
    boolean lost = false;
    for (int round = 0; !lost && round < 20; round++) {
      lost = !totals(plainStore).equals(expected());
    }
    assertThat(lost).as("counts lost by an unguarded store").isTrue();
  }

  /** A folder with the store alone, as it is before weaving: its executions are no regions. */
  private static Path withPlainStore(Path folder) throws IOException {
    String name = MemoryStore.class.getName().replace('.', '/') + ".class";
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    try (InputStream plain = MemoryStore.class.getClassLoader().getResourceAsStream(name)) {
      Files.copy(plain, file);
    }
    return folder;
  }

  /** The store's totals, as its server prints them, after all clients have had their answers. */
  private static String totals(Launcher launcher) throws Exception {
    try (ServerProcess server = launcher.withMainClass(TotalsServer.class).start();
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      int port = server.port();
      List<Callable<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        clients.add(() -> upload(port, number));
      }
      for (Future<Void> client : executor.invokeAll(clients)) {
        client.get();
      }
      server.poke();
      server.awaitOut("Totals[");
      return server.out().getLast();
    }
  }

  private static Void upload(int port, int number) throws Exception {
    try (Client client = new Client(port)) {
      ByteArrayOutputStream frames = new ByteArrayOutputStream();
      payloads(number).forEach(payload -> frames.writeBytes(Client.frame(payload)));
      Thread writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      client.send(frames.toByteArray());
                    } catch (IOException cut) {
                      // The reader of the answers misses them.
                    }
                  });
      for (byte[] payload : payloads(number)) {
        assertThat(client.readAcknowledgement()).isEqualTo(Payloads.crc(payload));
      }
      writer.join();
      return null;
    }
  }

  private static List<byte[]> payloads(int client) {
    Random random = new Random(client);
    List<byte[]> payloads = new ArrayList<>();
    for (int i = 0; i < FRAMES; i++) {
      byte[] payload = new byte[1 + random.nextInt(3)];
      random.nextBytes(payload);
      payloads.add(payload);
    }
    return payloads;
  }

  private static String expected() {
    long bytes = 0;
    long checksums = 0;
    for (int client = 0; client < CLIENTS; client++) {
      for (byte[] payload : payloads(client)) {
        bytes += payload.length;
        checksums += Integer.toUnsignedLong(Payloads.crc(payload));
      }
    }
    return new MemoryStore.Totals((long) CLIENTS * FRAMES, bytes, checksums).toString();
  }
}
