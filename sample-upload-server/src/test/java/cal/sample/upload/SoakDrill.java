package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertAll;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Clients that upload, and leave in every way that there is, for as long as one likes. Afterwards
 * the database has every acknowledged frame, and the server holds what it held after a third of
 * that time: descriptors, threads, objects, heap.
 */
final class SoakDrill {
  private static final int CLIENTS = 40;

  /** Frames of a conversation, at most. */
  private static final int FRAMES = 20;

  /** Bounds the pages that H2 keeps, in KiB; a third of the drill fills that. */
  private static final String CACHE = ";CACHE_SIZE=4096";

  /**
   * H2 writes a chunk a commit and knows each for its retention time, 45 s: that is no leak. It
   * took 230 to 280 bytes for one, and for what it notes of its values.
   */
  private static final long CHUNK_BYTES = 320;

  private static final long HEAP_SLACK = 8 << 20;
  private static final int OBJECT_SLACK = 500;
  private static final int THREAD_SLACK = 2;
  private static final int DESCRIPTOR_SLACK = 4;

  /** A line of a class histogram: rank, instances, bytes, class. */
  private static final Pattern LIVE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

  private static final Pattern OWN =
      Pattern.compile("\\[*L?(cal|java\\.net|sun\\.nio\\.ch)\\..*|java\\.lang\\.\\w*Thread.*");

  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  /**
   * The resources that a server holds.
   *
   * @param objects live ones of CAL and of the server, sockets and threads
   * @param chunks of the database
   * @param heap live bytes
   */
  private record Holdings(long descriptors, long threads, long objects, long chunks, long heap) {
    static Holdings of(ServerProcess server) throws Exception {
      Path process = Path.of("/proc", Long.toString(server.pid()));
      try (Stream<Path> descriptors = Files.list(process.resolve("fd"));
          Stream<Path> threads = Files.list(process.resolve("task"))) {
        return of(descriptors.count(), threads.count(), jcmd(server, "GC.class_histogram"));
      }
    }

    private static Holdings of(long descriptors, long threads, String histogram) {
      long objects = 0;
      long chunks = 0;
      long heap = 0;
      for (Matcher live : histogram.lines().map(LIVE::matcher).filter(Matcher::matches).toList()) {
        long instances = Long.parseLong(live.group(1));
        heap += Long.parseLong(live.group(2));
        objects += OWN.matcher(live.group(3)).matches() ? instances : 0;
        chunks += live.group(3).equals("org.h2.mvstore.SFChunk") ? instances : 0;
      }
      assertThat(Math.min(objects, chunks)).as(histogram).isPositive();
      return new Holdings(descriptors, threads, objects, chunks, heap);
    }

    boolean within(Holdings before) {
      long newChunks = Math.max(0, chunks - before.chunks);
      return descriptors <= before.descriptors + DESCRIPTOR_SLACK
          && threads <= before.threads + THREAD_SLACK
          && objects <= before.objects + OBJECT_SLACK
          && heap <= before.heap + HEAP_SLACK + newChunks * CHUNK_BYTES;
    }
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
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return answer;
  }

  /**
   * Runs the drill with any server that {@code launcher} starts, and reports all that is wrong.
   *
   * @param folder an empty folder for the database
   * @param duration how long clients come and go
   */
  static void shouldHoldNothing(ServerProcess.Launcher launcher, Path folder, Duration duration)
      throws Exception {
    SoakDrill drill = new SoakDrill();
    String database = Stores.h2Url(folder.resolve("frames"));
    Holdings warm;
    Holdings end;
    int exitStatus;
    try (ServerProcess server =
        launcher.start("upload", "--port", "0", "--store", database + CACHE)) {
      int port = server.port();
      drill.comeAndGo(port, duration.dividedBy(3), 0);
      warm = Holdings.of(server);
      drill.comeAndGo(port, duration.multipliedBy(2).dividedBy(3), 1);
      end = settled(server, warm);
      exitStatus = drill.terminate(server);
    }
    System.out.println(
        "soak: %d frames acknowledged; after a third %s, at the end %s"
            .formatted(drill.acknowledged.size(), warm, end));
    assertAll(
        () -> assertThat(drill.acknowledged).isNotEmpty(),
        () -> assertThat(drill.lost(database)).as("acknowledged and lost").isEmpty(),
        () -> assertThat(drill.failures).as("what clients met").isEmpty(),
        () -> assertThat(end.within(warm)).as("held: %s -> %s", warm, end).isTrue(),
        () -> assertThat(exitStatus).isEqualTo(143));
  }

  /** The resources held in the end: as few as before, or those still held after a minute. */
  private static Holdings settled(ServerProcess server, Holdings before) throws Exception {
    AtomicReference<Holdings> now = new AtomicReference<>(Holdings.of(server));
    try {
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                now.set(Holdings.of(server));
                return now.get().within(before);
              });
    } catch (ConditionTimeoutException tooMuch) {
      // The caller compares, and says what is too much.
    }
    return now.get();
  }

  private int terminate(ServerProcess server) throws InterruptedException {
    try {
      server.terminate();
      return server.exitStatus();
    } catch (AssertionError stillRuns) {
      failures.add(stillRuns);
      return -1;
    }
  }

  private Set<Long> lost(String database) throws SQLException {
    Set<Long> lost = new HashSet<>(acknowledged);
    new Frames.InDatabase("", database)
        .read(payload -> lost.remove(ByteBuffer.wrap(payload).getLong()));
    return lost;
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
