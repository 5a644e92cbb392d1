package cal.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import cal.sample.web.filter.Pipeline;
import cal.testing.SomeCases;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same server, woven, under each model: a process for all that clients ask it at once. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class WovenServerTest {
  private static final int COUNT = 1200;
  private static final int SECURE_COUNT = 96;
  private static final int CLIENTS = 12;

  /**
   * 240 requests for a woven server and 4,800 for the unwoven one, or as many as somebody asks for,
   * after a part to begin with.
   */
  private static final int HOSTILE_CLIENTS = 4;

  private static final int HOSTILE_PARTS = 6;

  /** A look at the heap takes some, too. */
  private static final int MORE_DESCRIPTORS = 10;

  private static final int MORE_THREADS = 20;
  private static final long MORE_HEAP = 2 << 20;

  /** Other caches than the usual one, by models; the answers are the same. */
  private static final Map<String, List<String>> CACHES =
      Map.of(
          "thread", List.of("--cache", "lru", "--cache-bytes", "30000"),
          "executor-pool", List.of("--cache", "none"),
          "virtual", List.of("--cache", "hinted"),
          "reactive-pool", List.of("--cache", "structured", "--cache-bytes", "30000"),
          "proactor", List.of("--cache", "structured", "--send", "copy"),
          "jcsp", List.of("--in-memory", "0", "--send", "transfer"),
          "reactive", List.of("--in-memory", "1000", "--send", "transfer"));

  @TempDir static Path folder;

  private Certificate certificate;
  private List<String> unwoven;
  private List<String> unwovenSecure;
  private List<String> unwovenGopher;

  @BeforeAll
  void askTheUnwovenServer() throws Exception {
    certificate = Certificate.in(folder);
    Random random = new Random(21);
    for (int size : new int[] {0, 1, 500, 5_000, 50_000, 500_000}) {
      write(size + ".bin", random, size);
    }
    write("sub/index.html", random, 700);
    Files.writeString(folder.resolve("secret"), Hostile.SECRET);
    List<String> pipeline = new ArrayList<>(List.of("/echo " + EchoHandler.class.getName()));
    pipeline.addAll(Pipeline.USUAL);
    Files.write(folder.resolve("pipeline"), pipeline);
    try (ServerProcess server = start(ServerProcess.PLAIN)) {
      unwoven = answers(server, false);
      unwovenSecure = answers(server, true);
      unwovenGopher = gopherAnswers(server);
      shouldSurviveHostileClients(server, ServerProcess.PLAIN);
    }
    for (int status : new int[] {200, 204, 206, 301, 304, 404, 405, 412, 416, 422, 500}) {
      assertThat(unwoven).anyMatch(answer -> answer.startsWith("HTTP/1.1 " + status));
    }
  }

  private static void write(String name, Random random, int size) throws IOException {
    byte[] content = new byte[size];
    random.nextBytes(content);
    Path file = folder.resolve("root").resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    FileTime time = FileTime.from(Instant.ofEpochSecond(1_700_000_000L + size));
    Files.setLastModifiedTime(file, time);
  }

  private ServerProcess start(String model) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add(certificate.store().toString());
    arguments.add(folder.resolve("pipeline").toString());
    arguments.addAll(List.of("--root", folder.resolve("root").toString()));
    arguments.addAll(CACHES.getOrDefault(model, List.of()));
    return ServerProcess.start(model, arguments.toArray(String[]::new));
  }

  private Client connect(ServerProcess server, boolean secure) throws Exception {
    return secure
        ? certificate.connect("localhost", server.securePort())
        : new Client(server.port());
  }

  /** What clients are told that ask at once, one connection after the other each. */
  private List<String> answers(ServerProcess server, boolean secure) throws Exception {
    List<Callable<List<String>>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Random random = new Random(i);
      clients.add(() -> answers(server, secure, random));
    }
    List<String> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      for (Future<List<String>> one : threads.invokeAll(clients)) {
        answers.addAll(one.get());
      }
    }
    return answers;
  }

  /** One connection after the other, with groups of 1 to 5 requests. */
  private List<String> answers(ServerProcess server, boolean secure, Random random)
      throws Exception {
    int count = (secure ? SECURE_COUNT : COUNT) / CLIENTS;
    List<String> answers = new ArrayList<>();
    while (answers.size() < count) {
      try (Client client = connect(server, secure)) {
        for (int group = 0; group < 5 && answers.size() < count; group++) {
          answers.addAll(answersOfGroup(client, random));
        }
      }
    }
    return answers.subList(0, count);
  }

  private static List<String> answersOfGroup(Client client, Random random) throws IOException {
    List<String> requests = new ArrayList<>();
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      requests.add(Requests.mixed(random));
    }
    client.send(String.join("", requests));
    List<String> answers = new ArrayList<>();
    for (String request : requests) {
      answers.add(client.read(!request.startsWith("HEAD ")).comparable());
    }
    return answers;
  }

  private static List<String> gopherAnswers(ServerProcess server) throws Exception {
    List<String> answers = new ArrayList<>();
    for (String selector : List.of("", "/sub", "/500.bin", "/500000.bin", "/none")) {
      Socket socket = new Socket(ServerProcess.GOPHER_HOST, server.gopherPort());
      try (Client client = new Client(socket)) {
        client.send(selector + "\r\n");
        String answer = new String(client.readToEnd(), StandardCharsets.ISO_8859_1);
        answers.add(answer.replace("\t" + server.gopherPort(), "\tPORT"));
      }
    }
    return answers;
  }

  @SomeCases(of = 5)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sequential",
        "thread",
        "executor-pool",
        "virtual",
        "reactive",
        "reactive, requests by thread",
        "reactive-pool",
        "proactor",
        "jcsp"
      })
  void shouldServeAsUnwoven(String model) throws Exception {
    try (ServerProcess server = start(model)) {
      assertThat(answers(server, false)).isEqualTo(unwoven);
      assertThat(answers(server, true)).isEqualTo(unwovenSecure);
      assertThat(gopherAnswers(server)).isEqualTo(unwovenGopher);
      shouldSurviveHostileClients(server, model);
      shouldRefuseASlowClient(server);
      if (!model.equals("sequential")) {
        shouldHaveAllPlaces(server);
        shouldDrain(server);
      }
      assertThat(server.said())
          .as("awaits(..) is kept")
          .noneMatch(line -> line.contains("awaits(..)"));
    }
  }

  /** Clients at once, whose connections leave nothing behind. */
  private void shouldSurviveHostileClients(ServerProcess server, String model) throws Exception {
    int usual = model.equals(ServerProcess.PLAIN) ? 200 : 10;
    int count = Hostile.COUNT == null ? usual : Hostile.COUNT / HOSTILE_CLIENTS / HOSTILE_PARTS + 1;
    hostile(server, 0, count);
    ServerProcess.Holdings before = server.holdings();
    for (int part = 1; part <= HOSTILE_PARTS; part++) {
      hostile(server, part, count);
    }
    await("descriptors are given back")
        .atMost(Duration.ofMinutes(2))
        .until(() -> server.descriptors() < before.descriptors() + MORE_DESCRIPTORS);
    ServerProcess.Holdings after = server.holdings();
    assertThat(after.threads()).isLessThan(before.threads() + MORE_THREADS);
    if (Hostile.COUNT != null) {
      System.out.println(model + " before " + before + ", after " + after);
      assertThat(after.heap()).isLessThan(before.heap() + MORE_HEAP);
    }
  }

  private void hostile(ServerProcess server, int part, int count) throws Exception {
    List<Callable<Integer>> clients = new ArrayList<>();
    for (int i = 0; i < HOSTILE_CLIENTS; i++) {
      Hostile one = new Hostile(part * HOSTILE_CLIENTS + i);
      clients.add(() -> one.send(count, () -> connect(server, false)));
    }
    int answered = 0;
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      for (Future<Integer> one : threads.invokeAll(clients)) {
        answered += one.get();
      }
    }
    assertThat(answered).isGreaterThan(HOSTILE_CLIENTS * count / 4);
  }

  /** No hostile client has kept the permit of an activity. */
  private void shouldHaveAllPlaces(ServerProcess server) throws Exception {
    List<Client> clients = new ArrayList<>();
    try {
      for (int i = 0; i < ServerProcess.PLACES; i++) {
        Client client = connect(server, false);
        clients.add(client);
        assertThat(client.ask("GET /1.bin HTTP/1.1\r\nHost: a\r\n\r\n").status()).isEqualTo(200);
      }
    } finally {
      for (Client client : clients) {
        client.close();
      }
    }
  }

  private void shouldRefuseASlowClient(ServerProcess server) throws Exception {
    try (Client slow = certificate.connect(ServerProcess.IMPATIENT_HOST, server.impatientPort())) {
      slow.send("GET /500.bin HTT");
      assertThat(slow.read(true).status()).isEqualTo(408);
      assertThat(slow.isAtEnd()).isTrue();
    }
  }

  /** Requests that have come by then are answered. */
  private void shouldDrain(ServerProcess server) throws Exception {
    String get = "GET /1.bin HTTP/1.1\r\nHost: a\r\n\r\n";
    try (Client idle = connect(server, false);
        Client asking = connect(server, false);
        Client secure = connect(server, true);
        Client busy = connect(server, false)) {
      for (Client client : List.of(idle, asking, secure)) {
        assertThat(client.ask(get).status()).isEqualTo(200);
      }
      busy.send(
          "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
      assertThat(busy.read(true).status()).as("the request has begun").isEqualTo(100);
      server.signal("STOP");
      asking.send(get);
      secure.send(get);
      server.terminate();
      server.signal("CONT");
      for (Client client : List.of(asking, secure)) {
        assertThat(client.read(true).status()).as("a request that has come").isEqualTo(200);
        assertThat(client.isAtEnd()).isTrue();
      }
      assertThat(idle.isAtEnd()).as("an idle connection is closed").isTrue();
      await("nobody comes any more").atMost(Duration.ofMinutes(2)).until(() -> isRefused(server));
      Client.Answer last = busy.ask("abc");
      assertThat(last.content()).isEqualTo("abc");
      assertThat(last.field("Connection")).isEqualTo("close");
      assertThat(busy.isAtEnd()).isTrue();
      assertThat(server.exitStatus()).as("143 = 128 + SIGTERM").isEqualTo(143);
    }
  }

  private boolean isRefused(ServerProcess server) throws Exception {
    try (Client newcomer = connect(server, false)) {
      return false;
    } catch (ConnectException refused) {
      return true;
    }
  }

  @Test
  void shouldNeedTwentyFiveLinesOfAspectAtMost() throws IOException {
    Path binding = Path.of("src/main/aspect/cal/sample/web/WebActivities.aj");
    List<String> code = new ArrayList<>(Files.readAllLines(binding));
    code.removeIf(line -> line.isBlank() || line.strip().startsWith("/*"));
    assertThat(code).hasSizeLessThanOrEqualTo(25);
  }
}
