package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.upload.ServerProcess.Launcher;
import cal.testing.SomeCases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The counts that connections share are exact, because of the aspect of critical regions. Where a
 * region costs a communication, 10,000 frames a client take a quarter of a minute a model: {@code
 * -Dcsp.frames=10000}.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class SynchronizationTest {
  private static final int CLIENTS = 16;
  private static final int FRAMES = 3_000;

  /** More make it likely that some are lost. */
  private static final int FRAMES_OF_UNGUARDED = 10_000;

  private static final int FRAMES_OF_CSP = Integer.getInteger("csp.frames", 300);

  @SomeCases(of = 9)
  @ParameterizedTest
  @CsvSource({
    "monitor, thread",
    "monitor, executor-pool",
    "monitor, virtual",
    "monitor, reactive",
    "monitor, reactive-pool",
    "lock, virtual",
    "fair-shared, reactive-pool",
    "shared, thread-pool",
    "optimistic, virtual",
    "optimistic, reactive-pool",
    "csp, thread-pool",
    "csp, virtual",
    "csp, reactive-pool",
    "csp, jcsp"
  })
  void shouldCountEveryFrameOfClientsThatUploadAtOnce(String policy, String model)
      throws Exception {
    Launcher launcher = Launcher.woven(model, "cal.synchronization=" + policy);
    int frames = policy.equals("csp") ? FRAMES_OF_CSP : FRAMES;
    try (Run run = new Run(launcher, frames);
        Client waiting = new Client(run.factorPort);
        Client asking = new Client(run.factorPort)) {
      waiting.sendLine("STATS WAIT " + run.total());
      run.server.awaitRead(waiting);
      run.uploadAllButTheLast();
      assertThat(asking.askReport().getFirst()).contains(" requests=" + (run.total() - 1) + " ");
      assertSilent(waiting);
      run.uploadTheLast();
      assertExact(run, waiting.readReport());
      assertExact(run, asking.askReport());
      assertThat(run.storeTotals()).isEqualTo(run.expectedOfTheStore());
    }
  }

  private static void assertSilent(Client waiting) throws IOException {
    waiting.readTimeout(Duration.ofMillis(100));
    assertThatThrownBy(waiting::read)
        .as("before the total is reached")
        .isInstanceOf(SocketTimeoutException.class);
    waiting.readTimeout(Duration.ofSeconds(30));
  }

  private static void assertExact(Run run, List<String> report) {
    String served = " requests=" + run.total() + " bytes=" + bytes(run.payloads.stream());
    assertThat(report.subList(0, 3))
        .containsExactly(
            "total clients=18" + served,
            "upload clients=16" + served,
            "factor clients=2 requests=0 bytes=0");
    for (int i = 0; i < CLIENTS; i++) {
      assertThat(report)
          .contains(
              "client %s upload requests=%d bytes=%d"
                  .formatted(run.address(i), run.frames, bytes(Stream.of(run.payloads.get(i)))));
    }
    List<String> recent = report.stream().filter(line -> line.startsWith("recent ")).toList();
    assertThat(recent).hasSize(Statistics.RECENT);
    for (int i = 0; i < recent.size(); i++) {
      assertThat(recent.get(i))
          .matches("recent " + (run.total() - recent.size() + 1 + i) + " upload \\S+ bytes=[123]");
    }
    assertThat(recent.getLast())
        .endsWith(run.address(0) + " bytes=" + run.payloads.getFirst().getLast().length);
  }

  /** Without the regions counts get lost: what the other test finds, it can find. */
  @Test
  void shouldLoseCountsWithoutItsRegions(@TempDir Path folder) throws Exception {
    Launcher woven = Launcher.woven("thread");
    String plain = withPlain(folder, MemoryStore.class, Statistics.class);
    Launcher unguarded =
        new Launcher(
            plain + System.getProperty("path.separator") + woven.classPath(),
            woven.jvmArguments(),
            0,
            woven.mainClass());
    boolean storeLost = false;
    boolean statisticsLost = false;
    for (int round = 0; !(storeLost && statisticsLost) && round < 20; round++) {
      try (Run run = new Run(unguarded, FRAMES_OF_UNGUARDED);
          Client asking = new Client(run.factorPort)) {
        run.uploadAllButTheLast();
        run.uploadTheLast();
        statisticsLost |= !asking.askReport().getFirst().contains("requests=" + run.total() + " ");
        storeLost |= !run.storeTotals().equals(run.expectedOfTheStore());
      }
    }
    assertThat(storeLost).as("counts lost by an unguarded store").isTrue();
    assertThat(statisticsLost).as("counts lost by unguarded statistics").isTrue();
  }

  /** A folder with classes as they are before weaving: their executions are no regions. */
  private static String withPlain(Path folder, Class<?>... classes) throws IOException {
    for (Class<?> type : classes) {
      String name = type.getName().replace('.', '/') + ".class";
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      try (InputStream plain = type.getClassLoader().getResourceAsStream(name)) {
        Files.copy(plain, file);
      }
    }
    return folder.toString();
  }

  /** A server, and its clients, which stay connected. */
  private static final class Run implements AutoCloseable {
    private final int frames;
    private final List<List<byte[]>> payloads;
    private final ServerProcess server;
    private final int factorPort;
    private final List<Client> uploading = new ArrayList<>();

    Run(Launcher launcher, int frames) throws Exception {
      this.frames = frames;
      payloads = IntStream.range(0, CLIENTS).mapToObj(i -> payloads(i, frames)).toList();
      server = launcher.withMainClass(TotalsServer.class).start();
      int port = server.port();
      factorPort =
          server.out().stream()
              .filter(line -> line.startsWith(TotalsServer.FACTOR))
              .mapToInt(line -> Integer.parseInt(line.substring(TotalsServer.FACTOR.length())))
              .findFirst()
              .orElseThrow();
      for (int i = 0; i < CLIENTS; i++) {
        uploading.add(new Client(port));
      }
    }

    int total() {
      return CLIENTS * frames;
    }

    /** As the server's statistics show it. */
    String address(int client) {
      return uploading.get(client).address().substring(1);
    }

    /** Uploads all frames, but one of the first client, and has the answers. */
    void uploadAllButTheLast() throws Exception {
      try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Callable<Void>> uploads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          Client client = uploading.get(i);
          List<byte[]> most = payloads.get(i).subList(0, i == 0 ? frames - 1 : frames);
          uploads.add(() -> upload(client, most));
        }
        for (Future<Void> upload : executor.invokeAll(uploads)) {
          assertThat(upload).as("the server said %s", server.err()).succeedsWithin(Duration.ZERO);
        }
      }
    }

    void uploadTheLast() throws Exception {
      upload(uploading.getFirst(), List.of(payloads.getFirst().getLast()));
    }

    /** The store's totals, as its server prints them. */
    String storeTotals() throws IOException {
      server.poke();
      server.awaitOut("Totals[");
      return server.out().getLast();
    }

    String expectedOfTheStore() {
      long checksums =
          payloads.stream()
              .flatMap(List::stream)
              .mapToLong(payload -> Integer.toUnsignedLong(Payloads.crc(payload)))
              .sum();
      return new MemoryStore.Totals(total(), bytes(payloads.stream()), checksums).toString();
    }

    @Override
    public void close() throws Exception {
      for (Client client : uploading) {
        client.close();
      }
      server.close();
    }
  }

  private static Void upload(Client client, List<byte[]> payloads) throws Exception {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    payloads.forEach(payload -> frames.writeBytes(Client.frame(payload)));
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
    for (byte[] payload : payloads) {
      assertThat(client.readAcknowledgement()).isEqualTo(Payloads.crc(payload));
    }
    writer.join();
    return null;
  }

  private static List<byte[]> payloads(int client, int frames) {
    Random random = new Random(client);
    List<byte[]> payloads = new ArrayList<>();
    for (int i = 0; i < frames; i++) {
      byte[] payload = new byte[1 + random.nextInt(3)];
      random.nextBytes(payload);
      payloads.add(payload);
    }
    return payloads;
  }

  private static long bytes(Stream<List<byte[]>> clients) {
    return clients.flatMap(List::stream).mapToLong(payload -> payload.length).sum();
  }
}
