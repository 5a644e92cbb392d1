package cal.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import cal.testing.SomeCases;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * README's server, by README's commands, says what README shows, and serves two at a time. The
 * commands run in a folder that has cal.jar alone.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EchoTest {
  private static final Path HOUSE = Path.of("..").toAbsolutePath().normalize();
  private static final Path README = HOUSE.resolve("README.md");
  private static final Path SOURCE = HOUSE.resolve("docs/echo/Server.java");

  private Path folder;

  @BeforeAll
  void skipUnlessBuilt(@TempDir Path shared) throws IOException {
    Jvm.requireAgent();
    folder = shared;
    Files.copy(Jvm.AGENT, folder.resolve("cal.jar"));
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

  @SomeCases(of = 2)
  @ParameterizedTest
  @MethodSource("commands")
  void shouldServeTwoClientsAtATime(String shown) throws Exception {
    int port = Integer.parseInt(Jvm.freePort());
    String classes = compiled(SOURCE, port);
    List<String> words =
        Arrays.stream(shown.split(" "))
            .skip(1)
            .map(word -> word.equals("target/echo") ? classes : word)
            .map(word -> word.startsWith("docs/") ? HOUSE.resolve(word).toString() : word)
            .toList();
    List<String> command = new ArrayList<>(List.of(Jvm.JAVA, "-jar", "cal.jar"));
    command.addAll(words);
    Process server = new ProcessBuilder(command).directory(folder.toFile()).start();
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

  /** The recipe: a thread of the server's own sweeps while clients are served. */
  @SomeCases
  @ParameterizedTest
  @ValueSource(strings = {"thread-pool", "virtual", "reactive"})
  void shouldSweepBesideActivities(String model) throws Exception {
    Path recipe = Path.of("src/test/recipes/periodic").toAbsolutePath();
    int port = Integer.parseInt(Jvm.freePort());
    List<String> command =
        List.of(
            Jvm.JAVA,
            "-jar",
            "cal.jar",
            "run",
            "--config",
            recipe.resolve("cal.yaml").toString(),
            "--model",
            model,
            "--",
            "-cp",
            compiled(recipe.resolve("Server.java"), port),
            "Server");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Jvm.makeQuick(builder);
    Process server = builder.start();
    try (Socket client = connect(server, port)) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));
      assertThat(ask(client, in, "expires")).isEqualTo("1");
      assertThat(ask(client, in, "stays")).isEqualTo("2");
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> ask(client, in, "stays").equals("1"));
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private static String ask(Socket client, BufferedReader in, String key) throws IOException {
    client.getOutputStream().write((key + "\n").getBytes(US_ASCII));
    return in.readLine();
  }

  /** The doctor becomes a JVM as well, whose exit status, output and settings are its own. */
  @Test
  void shouldExplainWithoutStartingTheServer() throws Exception {
    List<String> command =
        new ArrayList<>(List.of(Jvm.JAVA, "-Dcal.model=none", "-jar", "cal.jar", "doctor"));
    command.addAll(List.of("--config", HOUSE.resolve("docs/echo/cal.yaml").toString()));
    command.addAll(List.of("--", "-cp", compiled(SOURCE, 1), "Server"));

    Outcome outcome = Outcome.of(folder, new ProcessBuilder(command).directory(folder.toFile()));

    assertThat(outcome.err()).startsWith("cal: model none ");
    assertThat(outcome.status()).isEqualTo(2);
  }

  /** An older Java reads the class where it enters, and no other. */
  @Test
  void shouldSayThatJavaIsTooOld() throws Exception {
    try (JarFile jar = new JarFile(Jvm.AGENT.toFile())) {
      byte[] entry = jar.getInputStream(jar.getEntry("cal/agent/Entry.class")).readAllBytes();
      assertThat(entry[7]).as("class file version of Java 8").isEqualTo((byte) 52);
    }
    for (Path old : olderJavas()) {
      Outcome outcome =
          Outcome.of(
              folder, List.of(old.toString(), "-jar", folder.resolve("cal.jar").toString(), "run"));

      assertThat(outcome.err()).startsWith("cal: this is Java ").contains("needs Java 25 or later");
      assertThat(outcome.err().lines()).hasSize(1);
      assertThat(outcome.status()).isEqualTo(2);
    }
  }

  private static List<Path> olderJavas() throws IOException {
    Path installed = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(installed)) {
      return List.of();
    }
    try (Stream<Path> homes = Files.list(installed)) {
      return homes
          .filter(home -> home.toString().matches(".*\\b(8|11|17|21)\\b.*"))
          .map(home -> home.resolve("bin/java"))
          .filter(Files::isExecutable)
          .map(Path::toAbsolutePath)
          .limit(1)
          .toList();
    }
  }

  private String compiled(Path plain, int port) throws IOException {
    Path source = folder.resolve(port + "/Server.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, Files.readString(plain).replace("(7000)", "(%d)".formatted(port)));
    Path classes = folder.resolve(port + "/classes");
    Jvm.compile(classes, source);
    return classes.toString();
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
}
