package cal.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.adopted.AdoptedServer;
import cal.bench.adopted.Crowd;
import cal.bench.baseline.Script;
import cal.cli.server.ServerProcess;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sample's plain classes, woven by the agent's jar when they are loaded. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoadTimeTest {
  private static final Path AGENT = Path.of("../cal-agent/target/cal.jar").toAbsolutePath();
  private static final Path SAMPLE = Path.of("../sample-upload-server");
  private static final Path SIGNATURES = SAMPLE.resolve("cal.yaml");
  private static final String MAIN = "cal.sample.upload.Main";

  private Map<String, String> uploadsUnwoven;
  private Map<String, String> factorsUnwoven;

  @BeforeAll
  void askTheUnwovenServer() throws Exception {
    SampleServer.skipUnless(Files.exists(AGENT), "cal.jar is not built (mvn verify does)");
    List<String> plain = List.of("-cp", classPath(List.of()), MAIN);
    uploadsUnwoven = uploads(plain);
    factorsUnwoven = factors(plain);
    assertThat(uploadsUnwoven.get("pipelined")).hasSize(200 * 8);
  }

  private static List<String> agent(String model, List<Path> more, String... options)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-javaagent:" + AGENT));
    arguments.add("-Dcal.model=" + model);
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("-cp", classPath(more), MAIN));
    return arguments;
  }

  private static List<String> declared(String model) throws IOException {
    return agent(model, List.of(), "-Dcal.config=" + SIGNATURES);
  }

  /** The plain server and what it needs itself: nothing of CAL, nor of AspectJ. */
  private static String classPath(List<Path> more) throws IOException {
    Stream<String> libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(one -> one.matches(".*/(picocli|h2|HikariCP|slf4j)[^/]*\\.jar"));
    return Stream.of(
            Stream.of(SampleServer.unwovenJar().toString()),
            more.stream().map(Path::toString),
            libraries)
        .flatMap(part -> part)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path bindings() throws IOException {
    try (Stream<Path> files = Files.list(SAMPLE.resolve("target"))) {
      return files.filter(f -> f.toString().endsWith("-bindings.jar")).findFirst().orElseThrow();
    }
  }

  private static List<String> command(List<String> java) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // None lives long enough for C2.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(java);
    return command;
  }

  private static Map<String, String> uploads(List<String> java) throws Exception {
    List<String> command = command(java);
    command.addAll(List.of("upload", "--port", "0", "--store", "memory"));
    try (ServerProcess server = ServerProcess.start(command)) {
      return Script.upload(server.address().getPort());
    }
  }

  private static Map<String, String> factors(List<String> java) throws Exception {
    List<String> command = command(java);
    command.addAll(List.of("factor", "--port", "0"));
    try (ServerProcess server = ServerProcess.start(command)) {
      return Script.factor(server.address().getPort());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sequential",
        "thread",
        "thread-pool",
        "executor",
        "executor-pool",
        "virtual",
        "reactive",
        "reactive-pool",
        "jcsp",
        "jcsp-pool"
      })
  void shouldAnswerAsUnwovenBoundByAFile(String model) throws Exception {
    assertThat(uploads(declared(model))).containsExactlyEntriesOf(uploadsUnwoven);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sequential", "executor-pool", "reactive-pool"})
  void shouldAnswerAnotherServiceAsUnwovenBoundByAFile(String model) throws Exception {
    assertThat(factors(declared(model))).containsExactlyEntriesOf(factorsUnwoven);
  }

  @ParameterizedTest
  @ValueSource(strings = {"thread-pool", "virtual", "reactive"})
  void shouldAnswerAsUnwovenBoundByAspects(String model) throws Exception {
    assertAnswersAsUnwoven(agent(model, List.of(bindings())));
  }

  /** Both services at a time: what they wait for most is their clients. */
  private void assertAnswersAsUnwoven(List<String> java) throws Exception {
    try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Map<String, String>> uploads = both.submit(() -> uploads(java));
      assertThat(factors(java)).containsExactlyEntriesOf(factorsUnwoven);
      assertThat(uploads.get()).containsExactlyEntriesOf(uploadsUnwoven);
    }
  }

  @Test
  void shouldAnswerTheSameFromWhatAnEarlierStartHasWoven(@TempDir Path folder) throws Exception {
    Path kept = folder.resolve("kept");
    List<String> java =
        agent("virtual", List.of(), "-Dcal.config=" + SIGNATURES, "-Dcal.cache=" + kept);
    java.add(1, "-Xlog:class+load:file=" + folder.resolve("first.txt"));
    assertThat(factors(java)).containsExactlyEntriesOf(factorsUnwoven);
    assertPreloaded(folder.resolve("first.txt"));
    Path file;
    try (Stream<Path> files = Files.list(kept)) {
      file = files.findFirst().orElseThrow();
    }
    byte[] first = Files.readAllBytes(file);
    java.set(1, "-Xlog:class+load:file=" + folder.resolve("loaded.txt"));

    assertThat(factors(java)).containsExactlyEntriesOf(factorsUnwoven);

    assertThat(Files.readAllBytes(file)).as("all was kept").isEqualTo(first);
    assertThat(Files.readString(folder.resolve("loaded.txt")))
        .contains("cal.sample.upload.Connection ")
        .doesNotContain("org.aspectj.weaver.bcel.", "org.aspectj.apache.bcel.");
  }

  /**
   * With a list that no longer is what a first start loads, that is slow and nothing else: from the
   * log, write the names of AspectJ's classes anew, in their order.
   */
  private static void assertPreloaded(Path log) throws IOException {
    List<String> listed;
    try (JarFile jar = new JarFile(AGENT.toFile())) {
      JarEntry list = jar.getJarEntry("META-INF/cal/weaver-classes");
      listed = new String(jar.getInputStream(list).readAllBytes(), UTF_8).lines().toList();
      assertThat(listed)
          .hasSizeGreaterThan(500)
          .allMatch(name -> jar.getEntry(name.replace('.', '/') + ".class") != null);
    }
    List<String> others =
        Files.readString(log)
            .lines()
            .map(line -> line.replaceFirst("^(\\[.*?\\])+ ", "").split(" ")[0])
            .filter(name -> name.startsWith("org.aspectj.") && !name.contains("/0x"))
            .filter(name -> !listed.contains(name))
            .toList();
    assertThat(others).hasSizeLessThan(listed.size() / 10);
  }

  @Test
  void shouldWeaveAClassThatIsNoLongerTheOneThatWasKept(@TempDir Path folder) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Path config =
        Files.writeString(
            folder.resolve("cal.yaml"), "stages: { step: { spawn: boolean app.Step.step() } }");
    List<String> command =
        command(
            List.of(
                "-javaagent:" + AGENT,
                "-Dcal.model=virtual",
                "-Dcal.cache=" + folder.resolve("kept"),
                "-Dcal.config=" + config,
                "-cp",
                classes.toString(),
                "app.Step"));
    compileStep(classes, folder, "one");
    assertThat(Outcome.of(folder, command).out()).isEqualTo("one true\n");
    FileTime time = Files.getLastModifiedTime(classes.resolve("app/Step.class"));
    long size = Files.size(classes.resolve("app/Step.class"));

    compileStep(classes, folder, "two");
    Files.setLastModifiedTime(classes.resolve("app/Step.class"), time);
    assertThat(Files.size(classes.resolve("app/Step.class"))).isEqualTo(size);
    assertThat(Outcome.of(folder, command).out()).isEqualTo("two true\n");

    // And where it is seen to be another, all is woven anew.
    compileStep(classes, folder, "three");
    assertThat(Outcome.of(folder, command).out()).isEqualTo("three true\n");
  }

  /** Says a word, and whether it runs on a virtual thread. */
  private static void compileStep(Path classes, Path folder, String word) throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("Step.java"),
            """
            package app;
            public class Step {
              public static void main(String[] words) { while (new Step().step()) ; }
              boolean step() {
                System.out.println("%s " + Thread.currentThread().isVirtual());
                return false;
              }
            }
            """
                .formatted(word));
    assertThat(
            javax.tools.ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source.toString()))
        .isZero();
  }

  @Test
  void shouldRefuseAServerThatWasWovenWhenItWasBuilt(@TempDir Path folder) throws Exception {
    List<String> java =
        List.of(
            "-javaagent:" + AGENT,
            "-Dcal.config=" + SIGNATURES,
            "-cp",
            SAMPLE.resolve("target/woven") + File.pathSeparator + classPath(List.of()),
            MAIN);

    Outcome outcome = Outcome.of(folder, command(java));

    assertThat(outcome.err()).startsWith("cal: ").contains("must not be woven twice");
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.status()).isEqualTo(2);
  }

  @Test
  void shouldExplainTheSample(@TempDir Path folder) throws Exception {
    List<String> java = declared("reactive");
    java.add(1, "-Dcal.doctor=people");
    java.add(2, "-Dcal.cache=" + folder.resolve("kept"));

    Outcome outcome = Outcome.of(folder, command(java));

    assertThat(outcome.out())
        .contains("cal.sample.upload..*", "opened:\n  java.base/java.lang\n")
        .contains("model: reactive (-Dcal.model)")
        .contains(
            "spawn cal.sample.upload.Listener.accept(Listener.java:80)"
                + " boolean cal.sample.upload.Connection.serve()")
        .containsPattern("sockets-replaced:\n  cal\\.sample\\.upload\\.Listener\\.<init>")
        .contains("not-captured: none", "cal.model: reactive (-Dcal.model)");
    assertThat(outcome.status()).isZero();

    java.set(1, "-Dcal.doctor=json");
    String json = Outcome.of(folder, command(java)).out();
    assertThat(new ObjectMapper().readTree(json).at("/stages/connection/model").asText())
        .isEqualTo("reactive (-Dcal.model, no thread while it awaits input)");

    java.set(1, "-Xlog:class+load:file=" + folder.resolve("loaded.txt"));
    assertThat(factors(java)).containsExactlyEntriesOf(factorsUnwoven);
    assertThat(Files.readString(folder.resolve("loaded.txt")))
        .as("the first start has what the doctor wove")
        .doesNotContain("org.aspectj.weaver.bcel.");
  }

  /** The script becomes the server: on a copy of the house, so that it never builds this one. */
  private static List<String> script(Path house, String... arguments) throws IOException {
    Path script = Path.of("../cal");
    SampleServer.skipUnless(Files.isExecutable(script), "no script ./cal here");
    Files.copy(script, house.resolve("cal"));
    Files.createDirectories(house.resolve("bench/target"));
    Files.createDirectories(house.resolve("bench/src/main"));
    Files.writeString(house.resolve("pom.xml"), "");
    Files.writeString(house.resolve("bench/pom.xml"), "");
    Files.createDirectories(house.resolve("build/module"));
    Files.writeString(house.resolve("build/module/pom.xml"), "");
    Files.writeString(house.resolve("bench/target/cal.jar"), "");
    Files.createDirectories(house.resolve("cal-agent/target"));
    Files.copy(AGENT, house.resolve("cal-agent/target/cal.jar"));
    List<String> command = new ArrayList<>(List.of(house.resolve("cal").toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static Process start(Path house, String service) throws IOException {
    List<String> command =
        script(
            house,
            "run",
            "--model",
            "virtual",
            "--config",
            SIGNATURES.toString(),
            "--",
            "-cp",
            classPath(List.of()),
            MAIN,
            service,
            "--port",
            "0");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.start();
  }

  @Test
  void shouldDrainTheServerOnSigterm(@TempDir Path house) throws Exception {
    Process server = start(house, "factor");
    try {
      String ready = server.inputReader().readLine();
      assertThat(ready).as("%s", house).startsWith("listening on 127.0.0.1:");
      int port = Integer.parseInt(ready.split(":", 2)[1]);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(30_000);
        socket.getOutputStream().write("6\n9".getBytes(UTF_8));
        assertThat(new String(socket.getInputStream().readNBytes(4), UTF_8)).isEqualTo("2 3\n");
        letOthersGoFirst(port);
        server.toHandle().destroy();
        socket.getOutputStream().write('\n');
        assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8)).isEqualTo("3 3\n");
      }
      assertThat(server.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).as("128 + SIGTERM: the server's own").isEqualTo(143);
    } finally {
      server.destroyForcibly();
    }
  }

  /** Until a connection that has just answered has surely begun its next step. */
  private static void letOthersGoFirst(int port) throws IOException {
    try (Socket other = new Socket(InetAddress.getLoopbackAddress(), port)) {
      other.setSoTimeout(30_000);
      for (int i = 0; i < 20; i++) {
        other.getOutputStream().write("6\n".getBytes(UTF_8));
        assertThat(new String(other.getInputStream().readNBytes(4), UTF_8)).isEqualTo("2 3\n");
      }
    }
  }

  /** Also what the figures of adopted servers are measured with. */
  @ParameterizedTest
  @EnumSource(AdoptedServer.class)
  void shouldRunAServerOfOthers(AdoptedServer kind, @TempDir Path house) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "--model",
                "reactive-pool",
                kind.option().getFirst(),
                kind.option().getLast(),
                "--set", // MockFtpServer's threads wait for more, also when they are told to end
                "cal.shutdown-timeout=1s",
                "--"));
    arguments.addAll(kind.words(null, List.of()));
    ProcessBuilder builder = new ProcessBuilder(script(house, arguments.toArray(String[]::new)));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.redirectError(house.resolve("err.txt").toFile());
    Process server = builder.start();
    try {
      String ready = server.inputReader().readLine();
      assertThat(ready).as(Files.readString(house.resolve("err.txt"))).startsWith("listening on ");
      InetSocketAddress address =
          new InetSocketAddress(
              InetAddress.getLoopbackAddress(), Integer.parseInt(ready.split(":", 2)[1]));
      try (Crowd crowd = new Crowd(kind, address, server.pid(), 10)) {
        assertThat(crowd.slot(Duration.ofMillis(1)).answers()).isGreaterThanOrEqualTo(10);
      }
      server.toHandle().destroy();
      assertThat(server.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).as("128 + SIGTERM: the server's own").isEqualTo(143);
      assertThat(Files.readString(house.resolve("err.txt")))
          .containsPattern("cal: (threads|accept)=reactive-pool \\(-Dcal.model");
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void shouldExitAsTheServerDoes(@TempDir Path house) throws Exception {
    Process server = start(house, "no-such-service");
    try {
      assertThat(new String(server.getErrorStream().readAllBytes(), UTF_8))
          .contains("no-such-service", "(--help lists the options)");
      assertThat(server.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isEqualTo(2);
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void shouldPassStandardInputAndOutputOn(@TempDir Path house) throws Exception {
    Path classes = Files.createDirectories(house.resolve("classes"));
    Path source =
        Files.writeString(
            house.resolve("Echo.java"),
            """
            package app;
            public class Echo {
              static final java.util.Scanner IN = new java.util.Scanner(System.in);
              public static void main(String[] words) {
                System.out.println(java.util.List.of(words));
                while (new Echo().step()) ;
              }
              boolean step() {
                if (IN.hasNextLine()) { System.out.println(IN.nextLine()); return true; }
                System.exit(7);
                return false;
              }
            }
            """);
    assertThat(
            javax.tools.ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source.toString()))
        .isZero();
    Path config =
        Files.writeString(
            house.resolve("cal.yaml"), "stages: { step: { spawn: boolean app.Echo.step() } }");
    List<String> command =
        script(
            house,
            "run",
            "--model",
            "thread",
            "--config",
            config.toString(),
            "--set", // the step that ends the process is waited for
            "cal.shutdown-timeout=1s",
            "--",
            "-cp",
            classes.toString(),
            "app.Echo",
            "it's",
            "a  b",
            "$HOME\n*");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process echo = builder.start();
    try {
      echo.getOutputStream().write("one\ntwo\n".getBytes(UTF_8));
      echo.getOutputStream().close();
      assertThat(new String(echo.getInputStream().readAllBytes(), UTF_8))
          .isEqualTo("[it's, a  b, $HOME\n*]\none\ntwo\n");
      assertThat(echo.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(echo.exitValue()).isEqualTo(7);
    } finally {
      echo.destroyForcibly();
    }
  }
}
