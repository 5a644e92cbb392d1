package cal.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import cal.agent.top.TopCommand;
import cal.cli.server.ServerProcess;
import cal.testing.SomeCases;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The plain web server, bound by a file: a request as a stage of its own. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebLoadTimeTest {
  private static final Path SAMPLE = Path.of("../sample-web-server");
  private static final int CLIENTS = 3;
  private static final int REQUESTS = 120;

  @TempDir static Path root;

  private List<String> unwoven;

  @BeforeAll
  void askTheUnwovenServer() throws Exception {
    Jvm.requireAgent();
    for (int size : new int[] {0, 100, 5_000, 90_000}) {
      Files.writeString(root.resolve(size + ".txt"), "x".repeat(size));
    }
    try (ServerProcess server = start(List.of())) {
      unwoven = answers(server);
    }
    assertThat(unwoven.getFirst()).contains("HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 206");
  }

  private static ServerProcess start(List<String> options) throws Exception {
    List<String> command = Jvm.command(options);
    command.addAll(List.of("-cp", classPath(), "cal.sample.web.Main", "--port", "0"));
    command.addAll(List.of("--root", root.toString()));
    return ServerProcess.start(command);
  }

  private static String classPath() throws IOException {
    List<String> entries = new ArrayList<>(List.of("target/web/caffeine.jar"));
    try (Stream<Path> files = Files.list(SAMPLE.resolve("target"))) {
      files.map(Path::toString).filter(f -> f.endsWith("-unwoven.jar")).forEach(entries::add);
    }
    SampleServer.skipUnless(entries.size() == 2, "the web server's unwoven jar is not built");
    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(one -> one.matches(".*/picocli[^/]*\\.jar"))
        .forEach(entries::add);
    return String.join(File.pathSeparator, entries);
  }

  /** Of clients that ask at once, each all of it in one connection, pipelined. */
  private static List<String> answers(ServerProcess server) throws Exception {
    List<Future<String>> clients = new ArrayList<>();
    List<String> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      for (int i = 0; i < CLIENTS; i++) {
        String requests = requests(new Random(i));
        clients.add(threads.submit(() -> ask(server, requests)));
      }
      for (Future<String> client : clients) {
        answers.add(client.get().replaceAll("\r\nDate: [^\r]*", ""));
      }
    }
    return answers;
  }

  private static String requests(Random random) {
    StringBuilder requests = new StringBuilder();
    String[] paths = {"0.txt", "100.txt", "5000.txt", "90000.txt", "none.txt", ".hidden"};
    String[] fields = {
      "", "", "Range: bytes=1-5\r\n", "If-None-Match: *\r\n", "Content-Length: 0\r\n"
    };
    for (int i = 1; i <= REQUESTS; i++) {
      requests.append("GET /").append(paths[random.nextInt(paths.length)]);
      requests.append(" HTTP/1.1\r\nHost: a\r\n").append(fields[random.nextInt(fields.length)]);
      requests.append(i == REQUESTS ? "Connection: close\r\n\r\n" : "\r\n");
    }
    return requests.toString();
  }

  private static String ask(ServerProcess server, String requests) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket.getOutputStream().write(requests.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  @SomeCases
  @ParameterizedTest
  @CsvSource({"sequential, jcsp", "reactive-pool, thread", "virtual, reactive"})
  void shouldAnswerAsUnwovenWithAnActivityForEachRequest(String model, String ofRequests)
      throws Exception {
    List<String> options = new ArrayList<>(List.of("-javaagent:" + Jvm.AGENT));
    options.add("-Dcal.config=" + SAMPLE.resolve("cal.yaml"));
    options.add("-Dcal.model=" + model);
    options.add("-Dcal.stage.request.model=" + ofRequests);
    try (ServerProcess server = start(options)) {
      assertThat(answers(server)).isEqualTo(unwoven);
      JsonNode stages = figures(server);
      for (JsonNode stage : stages) {
        String name = stage.get("stage").asText();
        if (name.equals("request")) {
          assertThat(stage.get("model").asText()).isEqualTo(ofRequests);
          assertThat(stage.get("captured").asInt()).isEqualTo(CLIENTS * REQUESTS);
        }
      }
      assertThat(stages.findValuesAsText("stage"))
          .containsExactlyInAnyOrder("accept", "connection", "request", "handlers");
    }
  }

  /** The bean is registered in the background. */
  private static JsonNode figures(ServerProcess server) throws IOException {
    StringWriter json = new StringWriter();
    CommandLine top = new CommandLine(new TopCommand()).setOut(new PrintWriter(json));
    await().until(() -> top.execute("--pid", String.valueOf(server.pid()), "--json") == 0);
    return new ObjectMapper().readTree(json.toString()).get("stages");
  }
}
