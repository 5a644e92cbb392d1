package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Clients that upload, and leave in every way that there is, for as long as one likes. Afterwards
 * the server holds what it held before: descriptors, threads, heap; and every acknowledged frame.
 */
final class SoakDrill {
  private static final int CLIENTS = 40;

  /** Frames of a conversation, at most. */
  private static final int FRAMES = 20;

  /** What the heap may differ by: the database keeps pages that it has read or written. */
  private static final long HEAP_SLACK_KIB = 24 * 1024;

  private static final int THREAD_SLACK = 2;
  private static final int DESCRIPTOR_SLACK = 4;
  private static final Pattern USED = Pattern.compile("used (\\d+)K");

  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  /** What a server holds. */
  private record Holdings(long descriptors, long threads, long heapKib) {
    static Holdings of(ServerProcess server) throws Exception {
      Path process = Path.of("/proc", Long.toString(server.pid()));
      try (Stream<Path> descriptors = Files.list(process.resolve("fd"));
          Stream<Path> threads = Files.list(process.resolve("task"))) {
        return new Holdings(descriptors.count(), threads.count(), heap(server));
      }
    }

    boolean within(Holdings before) {
      return descriptors <= before.descriptors + DESCRIPTOR_SLACK
          && threads <= before.threads + THREAD_SLACK
          && heapKib <= before.heapKib + HEAP_SLACK_KIB;
    }
  }

  /** The live heap in KiB: after a full collection. */
  private static long heap(ServerProcess server) throws Exception {
    jcmd(server, "GC.run");
    Matcher used = USED.matcher(jcmd(server, "GC.heap_info"));
    assertThat(used.find()).isTrue();
    return Long.parseLong(used.group(1));
  }

  private static String jcmd(ServerProcess server, String command) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(server.pid()),
                command)
            .redirectErrorStream(true)
            .start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return answer;
  }

  /**
   * Runs the drill with any server that {@code launcher} starts.
   *
   * @param folder an empty folder for the database
   * @param duration how long clients come and go, after a tenth of that as a warm-up
   */
  static void shouldHoldNothing(ServerProcess.Launcher launcher, Path folder, Duration duration)
      throws Exception {
    SoakDrill drill = new SoakDrill();
    Path database = folder.resolve("frames");
    try (ServerProcess server =
        launcher.start("upload", "--port", "0", "--store", "h2:" + database)) {
      int port = server.port();
      drill.comeAndGo(port, duration.dividedBy(10), 0);
      Holdings before = Holdings.of(server);
      drill.comeAndGo(port, duration, 1);
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () -> {
                Holdings after = Holdings.of(server);
                assertThat(after.within(before)).as("%s -> %s", before, after).isTrue();
              });
      System.out.println(
          "soak: %d frames acknowledged; before %s, after %s"
              .formatted(drill.acknowledged.size(), before, Holdings.of(server)));
      server.terminate();
      assertThat(server.exitStatus()).isEqualTo(143);
    }
    assertThat(drill.failures).isEmpty();
    assertThat(drill.acknowledged).isNotEmpty();
    Set<Long> lost = drill.acknowledged;
    Frames.read(Stores.h2Url(database), payload -> lost.remove(ByteBuffer.wrap(payload).getLong()));
    assertThat(lost).as("acknowledged and lost").isEmpty();
  }

  private void comeAndGo(int port, Duration duration, long round) throws InterruptedException {
    long end = System.nanoTime() + duration.toNanos();
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      long number = round * CLIENTS + i;
      clients.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    Random random = new Random(number);
                    for (long id = number << 32; System.nanoTime() < end; id += FRAMES) {
                      converse(port, id, random);
                    }
                  }));
    }
    for (Thread client : clients) {
      client.join();
    }
  }

  private void converse(int port, long firstId, Random random) {
    try (Client client = new Client(port)) {
      int frames = random.nextInt(FRAMES);
      for (int i = 0; i < frames; i++) {
        byte[] payload = payload(firstId + i, random);
        if (client.upload(payload) != Payloads.crc(payload)) {
          throw new AssertionError("a wrong checksum");
        }
        acknowledged.add(firstId + i);
      }
      leave(client, firstId + frames, random);
    } catch (IOException | AssertionError failure) {
      failures.add(failure);
    }
  }

  /** Orderly, in the middle of a frame, half-closed, by a reset, or with an answer unread. */
  private void leave(Client client, long id, Random random) throws IOException {
    byte[] frame = Client.frame(payload(id, random));
    int part = 1 + random.nextInt(frame.length - 1);
    switch (random.nextInt(6)) {
      case 0 -> client.send(ByteBuffer.allocate(part).put(frame, 0, part).array());
      case 1 -> client.reset();
      case 2 -> {
        client.send(ByteBuffer.allocate(part).put(frame, 0, part).array());
        client.reset();
      }
      case 3 -> {
        client.send(frame);
        client.endOutput();
        client.readAcknowledgement();
        acknowledged.add(id);
        assertThat(client.read()).isEqualTo(-1);
      }
      case 4 -> client.send(frame);
      default -> client.endOutput();
    }
  }

  private static byte[] payload(long id, Random random) {
    byte[] payload = new byte[random.nextInt(200) == 0 ? 80_000 : 64 + random.nextInt(200)];
    random.nextBytes(payload);
    ByteBuffer.wrap(payload).putLong(id);
    return payload;
  }
}
