package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** README's server, by README's commands, says what README shows, and serves two at a time. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EchoTest {
  private static final Path README = Path.of("../README.md");
  private static final Path AGENT = Path.of("../cal-agent/target/cal.jar").toAbsolutePath();
  private static final Path SOURCE = Path.of("../docs/echo/Server.java");

  private Path folder;

  @BeforeAll
  void skipUnlessBuilt(@TempDir Path shared) {
    SampleServer.skipUnless(Files.exists(AGENT), "cal.jar is not built (mvn verify does)");
    folder = shared;
  }

  static List<String> commands() {
    List<String> commands =
        Fence.of(README, "sh").stream()
            .flatMap(String::lines)
            .filter(line -> line.startsWith("./cal run "))
            .toList();
    assertThat(commands).hasSize(2);
    return commands;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void shouldServeTwoClientsAtATime(String shown) throws Exception {
    int port = freePort();
    String classes = compiled(port);
    List<String> words =
        Arrays.stream(shown.split(" "))
            .skip(1)
            .map(word -> word.equals("target/echo") ? classes : word)
            .map(word -> word.startsWith("docs/") ? "../" + word : word)
            .toList();
    List<String> agent = List.of(java(), "-jar", AGENT.toString());
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(javaOptions(agent, words));
    Process server = new ProcessBuilder(command).start();
    try {
      try (Socket silent = connect(server, port);
          Socket other = connect(server, port)) {
        assertThat(silent.isConnected()).isTrue();
        other.getOutputStream().write('x');
        assertThat(other.getInputStream().read()).isEqualTo('x');
      }
      String model = words.get(words.indexOf("--model") + 1);
      assertThat(Files.readString(README))
          .contains("\n" + server.errorReader().readLine() + "\n")
          .contains("cal: accept=" + model + " ");
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  /** The JVM options of {@code ./cal run}: the agent's jar prints the arguments of that JVM. */
  private List<String> javaOptions(List<String> agent, List<String> words) throws Exception {
    List<String> command = new ArrayList<>(agent);
    command.addAll(words);
    Outcome outcome = Outcome.of(folder, command);
    assertThat(outcome.err()).isEmpty();
    return Arrays.stream(outcome.out().strip().split(" "))
        .map(word -> word.replaceAll("^'|'$", ""))
        .toList();
  }

  private String compiled(int port) throws IOException {
    Path source = folder.resolve(port + "/Server.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, Files.readString(SOURCE).replace("(7000)", "(%d)".formatted(port)));
    String classes = folder.resolve(port + "/classes").toString();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes, source.toString());
    assertThat(status).as("javac").isZero();
    return classes;
  }

  private static Socket connect(Process server, int port) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              assertThat(server.isAlive()).as("the server lives").isTrue();
              try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
              } catch (ConnectException notYet) {
                return null;
              }
            },
            socket -> socket != null);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
