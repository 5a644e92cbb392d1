package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.Cal;
import cal.cli.server.ServerProcess;
import cal.weave.CaptureRecord;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A user's way: the guide's server and binding, woven as the plugin does, and run. */
@Timeout(300)
class GuideTest {
  private static final Path MODELS = Path.of("../docs/models.md");
  private static final Path GUIDE = Path.of("../docs/moving-a-threaded-server.md");

  /** Asks the server twice; the ledger tells who writes. */
  private static final String CLIENT =
      """
      import java.net.Socket;

      final class Client {
        public static void main(String[] port) throws Exception {
          VoteServer server =
              new VoteServer(
                  Integer.parseInt(port[0]),
                  name -> System.out.println(name + " by " + Thread.currentThread().getName()));
          server.run();
          try (Socket socket = new Socket("localhost", Integer.parseInt(port[0]))) {
            socket.getOutputStream().write("ann\\nann\\n".getBytes());
            socket.shutdownOutput();
            System.out.print(new String(socket.getInputStream().readAllBytes()));
          }
          System.exit(0);
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void shouldWeaveAndRunTheGuidesServer() throws Exception {
    Path classes = compile(Fence.of(GUIDE, "java").getLast());
    Path binding = folder.resolve("src/main/aspect/VoteActivities.aj");
    Files.createDirectories(binding.getParent());
    Files.writeString(binding, Fence.of(GUIDE, "aspectj").getFirst());

    String classPath = classPath(classes);
    weave(classes, classPath);
    Outcome outcome =
        run(
            List.of(
                "-Dcal.model=virtual",
                "-Dcal.stage.storage.model=executor-pool",
                "-cp",
                classPath,
                "Client",
                Jvm.freePort()));

    assertThat(outcome.err()).isEqualTo(lineOfCal(GUIDE));
    // Which thread of the pool is free first is up to the machine.
    assertThat(outcome.out().lines().map(line -> line.replaceFirst("(?<=-storage-)\\d+$", "N")))
        .containsExactlyInAnyOrder(
            "ann by cal-executor-pool-storage-N", "ann by cal-executor-pool-storage-N", "1", "2");
  }

  @Test
  void shouldSayOfTheSampleWhatItsPageShows() throws Exception {
    SampleServer.assumeWoven();
    List<String> serve =
        Fence.of(MODELS, "sh").stream()
            .flatMap(String::lines)
            .filter(line -> line.contains("--set cal.stage.store.model="))
            .findFirst()
            .map(line -> List.of(line.replace("--port 7000", "--port 0").split(" ")))
            .orElseThrow();
    String withoutBindingsOfTests =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.endsWith("test-classes"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = ServerProcess.java(withoutBindingsOfTests);
    command.add(Cal.class.getName());
    command.addAll(serve.subList(1, serve.size()));
    command.addAll(List.of("--store", "memory"));
    Process server = new ProcessBuilder(command).start();
    try {
      assertThat(server.errorReader().readLine() + "\n").isEqualTo(lineOfCal(MODELS));
    } finally {
      server.destroyForcibly();
    }
  }

  private Path compile(String server) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("src/main/java"));
    Path classes = Files.createDirectories(folder.resolve("target/classes"));
    Files.writeString(sources.resolve("VoteServer.java"), server);
    Files.writeString(sources.resolve("Client.java"), CLIENT);
    Jvm.compile(classes, sources);
    return classes;
  }

  private void weave(Path classes, String classPath) throws Exception {
    run(
        List.of(
            "-cp",
            System.getProperty("ajc.jar"),
            "org.aspectj.tools.ajc.Main",
            "--release",
            "25",
            "-classpath",
            classPath,
            "-aspectpath",
            onClassPath("cal-core"),
            "-inpath",
            classes.toString(),
            "-sourceroots",
            "src/main/aspect",
            "-d",
            classes.toString()));
    run(
        List.of(
            "-cp",
            classPath + File.pathSeparator + onClassPath("cal-weave"),
            CaptureRecord.class.getName(),
            classes.toString()));
  }

  /** The woven classes, and what they need. */
  private static String classPath(Path classes) {
    return Stream.concat(
            Stream.of(classes.toString()),
            Stream.of("cal-core", "cal-executor", "aspectjrt").map(GuideTest::onClassPath))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String onClassPath(String artifact) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.contains("/" + artifact + "/"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(artifact + " is not on the class path"));
  }

  private static String lineOfCal(Path document) {
    return Fence.of(document, "").stream()
        .map(String::strip)
        .filter(body -> body.startsWith("cal: ") && body.lines().count() == 1)
        .findFirst()
        .map(line -> line + "\n")
        .orElseThrow();
  }

  private Outcome run(List<String> given) throws Exception {
    List<String> command = Jvm.command(given);
    Outcome outcome = Outcome.of(folder, new ProcessBuilder(command).directory(folder.toFile()));
    assertThat(outcome.status()).as("%s\n%s%s", command, outcome.err(), outcome.out()).isZero();
    return outcome;
  }
}
