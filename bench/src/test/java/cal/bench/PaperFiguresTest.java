package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.server.Installed;
import cal.core.spi.ConcurrencyModel;
import cal.testing.SomeCases;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Figures 8 and 9 of the CAL paper, as bindings of its server: the answers are as unwoven. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PaperFiguresTest {
  private static final Path PAPER = Path.of("../docs/paper").toAbsolutePath().normalize();
  private static final int CLIENTS = 8;
  private static final int CHUNKS = 50;

  private Path classes;
  private List<String> unwoven;

  @BeforeAll
  void askTheUnwovenServer(@TempDir Path folder) throws Exception {
    Jvm.requireAgent();
    classes = folder;
    Jvm.compile(folder, PAPER.resolve("Server.java"));
    try (Running server = start(List.of())) {
      unwoven = server.answers();
    }
    assertThat(unwoven.getLast()).isEqualTo("%08x".formatted(CLIENTS * CHUNKS));
  }

  /** Each model once, by the figures in turns. */
  static Stream<String[]> figuresAndModels() {
    List<String> models =
        Installed.models().stream()
            .map(ConcurrencyModel::name)
            .filter(model -> !model.equals("cluster"))
            .toList();
    return IntStream.range(0, models.size())
        .mapToObj(i -> new String[] {"figure-" + (8 + i % 2), models.get(i)});
  }

  @SomeCases(of = 5)
  @ParameterizedTest
  @MethodSource("figuresAndModels")
  void shouldAnswerAsUnwoven(String figure, String model) throws Exception {
    try (Running server = start(agent(figure, "-Dcal.model=" + model))) {
      assertThat(server.answers()).containsExactlyElementsOf(unwoven);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "figure-8, connection=executor, database=executor-pool",
    "figure-9, server=reactive, connection=reactive"
  })
  void shouldServeOthersBesideASilentClient(String figure, String one, String other)
      throws Exception {
    try (Running server = start(agent(figure));
        Socket silent = server.connect()) {
      assertThat(silent.isConnected()).isTrue();
      assertThat(server.answers()).containsExactlyElementsOf(unwoven);
      assertThat(server.process.errorReader().readLine())
          .contains(one + " (", other + " (", "database=executor-pool (", ", 2 critical regions");
    }
  }

  private static List<String> agent(String figure, String... more) {
    List<String> options = new ArrayList<>(List.of("-javaagent:" + Jvm.AGENT));
    options.add("-Dcal.config=" + PAPER.resolve(figure + ".yaml"));
    options.addAll(List.of(more));
    return options;
  }

  private Running start(List<String> options) throws IOException {
    List<String> command = Jvm.command(options);
    command.addAll(List.of("-cp", classes.toString(), "paper.Server", "0"));
    Process process = new ProcessBuilder(command).start();
    String line = process.inputReader().readLine();
    assertThat(line).as(() -> process.errorReader().lines().toList().toString()).isNotNull();
    return new Running(process, Integer.parseInt(line.replaceFirst("listening on ", "")));
  }

  /** A started server. */
  private record Running(Process process, int port) implements AutoCloseable {
    Socket connect() throws IOException {
      return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    /** The answers to clients that have all sent their chunks, and at last the number of all. */
    List<String> answers() throws IOException {
      List<Socket> clients = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        Socket socket = connect();
        clients.add(socket);
        for (int chunk = 1; chunk <= CHUNKS; chunk++) {
          byte[] sent = new byte[1 + chunk];
          sent[0] = (byte) chunk;
          sent[chunk] = (byte) client;
          socket.getOutputStream().write(sent);
        }
        socket.shutdownOutput();
      }
      List<String> answers = new ArrayList<>();
      for (Socket socket : clients) {
        try (socket) {
          answers.add(HexFormat.of().formatHex(socket.getInputStream().readAllBytes()));
        }
      }
      try (Socket last = connect()) {
        last.getOutputStream().write(0);
        int all = new DataInputStream(last.getInputStream()).readInt();
        answers.add("%08x".formatted(all));
      }
      return answers;
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly();
      process.onExit().join();
    }
  }
}
