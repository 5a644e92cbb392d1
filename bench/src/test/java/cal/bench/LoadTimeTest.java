package cal.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.baseline.Script;
import cal.cli.server.ServerProcess;
import cal.testing.SomeCases;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sample's plain classes, woven by the agent's jar when they are loaded. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoadTimeTest {
  private static final Path SAMPLE = Path.of("../sample-upload-server");
  private static final Path SIGNATURES = SAMPLE.resolve("cal.yaml");
  private static final String MAIN = "cal.sample.upload.Main";

  /** The exit status of a JVM after SIGTERM: 128 + 15, the server's own. */
  private static final int TERMINATED = 143;

  private Map<String, String> uploadsUnwoven;
  private Map<String, String> factorsUnwoven;

  @BeforeAll
  void askTheUnwovenServer() throws Exception {
    Jvm.requireAgent();
    List<String> plain = List.of("-cp", classPath(List.of()), MAIN);
    uploadsUnwoven = uploads(plain);
    factorsUnwoven = factors(plain);
    assertThat(uploadsUnwoven.get("pipelined")).hasSize(200 * 8);
  }

  private static List<String> agent(String model, List<Path> more, String... options)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-javaagent:" + Jvm.AGENT));
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

  private static Map<String, String> uploads(List<String> java) throws Exception {
    List<String> command = Jvm.command(java);
    command.addAll(List.of("upload", "--port", "0", "--store", "memory"));
    try (ServerProcess server = ServerProcess.start(command)) {
      return Script.upload(server.address().getPort());
    }
  }

  private static Map<String, String> factors(List<String> java) throws Exception {
    List<String> command = Jvm.command(java);
    command.addAll(List.of("factor", "--port", "0"));
    try (ServerProcess server = ServerProcess.start(command)) {
      return Script.factor(server.address().getPort());
    }
  }

  @SomeCases(of = 4)
  @ParameterizedTest
  @ValueSource(strings = {"thread", "executor-pool", "virtual", "reactive"})
  void shouldAnswerAsUnwovenBoundByAFile(String model) throws Exception {
    assertThat(uploads(declared(model))).containsExactlyEntriesOf(uploadsUnwoven);
  }

  @SomeCases(of = 2)
  @ParameterizedTest
  @ValueSource(strings = {"sequential", "reactive-pool"})
  void shouldAnswerAnotherServiceAsUnwovenBoundByAFile(String model) throws Exception {
    assertThat(factors(declared(model))).containsExactlyEntriesOf(factorsUnwoven);
  }

  @Test
  void shouldAnswerAsUnwovenBoundByAspects() throws Exception {
    List<String> java = agent("jcsp-pool", List.of(bindings()));
    assertThat(uploads(java)).containsExactlyEntriesOf(uploadsUnwoven);
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
    try (JarFile jar = new JarFile(Jvm.AGENT.toFile())) {
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

  @Tag("measuring")
  @Test
  void shouldWeaveAClassThatIsNoLongerTheOneThatWasKept(@TempDir Path folder) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Path config =
        Files.writeString(
            folder.resolve("cal.yaml"), "stages: { step: { spawn: boolean app.Step.step() } }");
    List<String> command =
        Jvm.command(
            "-javaagent:" + Jvm.AGENT,
            "-Dcal.model=virtual",
            "-Dcal.cache=" + folder.resolve("kept"),
            "-Dcal.config=" + config,
            "-cp",
            classes.toString(),
            "app.Step");
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
    Jvm.compile(classes, source);
  }

  @Tag("measuring")
  @Test
  void shouldExplainTheSample(@TempDir Path folder) throws Exception {
    List<String> java = declared("reactive");
    java.add(1, "-Dcal.doctor=people");
    java.add(2, "-Dcal.cache=" + folder.resolve("kept"));

    Outcome outcome = Outcome.of(folder, Jvm.command(java));

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
    String json = Outcome.of(folder, Jvm.command(java)).out();
    assertThat(new ObjectMapper().readTree(json).at("/stages/connection/model").asText())
        .isEqualTo("reactive (-Dcal.model, no thread while it awaits input)");

    java.set(1, "-Xlog:class+load:file=" + folder.resolve("loaded.txt"));
    assertThat(factors(java)).containsExactlyEntriesOf(factorsUnwoven);
    assertThat(Files.readString(folder.resolve("loaded.txt")))
        .as("the first start has what the doctor wove")
        .doesNotContain("org.aspectj.weaver.bcel.");
  }

  /** The script becomes the server: on a copy of the house, so that it never builds this one. */
  private static Process start(Path house, List<String> arguments) throws IOException {
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
    Files.copy(Jvm.AGENT, house.resolve("cal-agent/target/cal.jar"));
    List<String> command = new ArrayList<>(List.of(house.resolve("cal").toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Jvm.makeQuick(builder);
    return builder.redirectError(house.resolve("err.txt").toFile()).start();
  }

  private static Process startSample(Path house, String service) throws IOException {
    List<String> words = words("run --model virtual --config " + SIGNATURES + " -- -cp");
    words.addAll(List.of(classPath(List.of()), MAIN, service, "--port", "0"));
    return start(house, words);
  }

  private static List<String> words(String line) {
    return new ArrayList<>(List.of(line.split(" ")));
  }

  private static void assertEnds(Process server, int status) throws InterruptedException {
    assertThat(server.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isEqualTo(status);
  }

  @Test
  void shouldDrainTheServerOnSigterm(@TempDir Path house) throws Exception {
    Process server = startSample(house, "factor");
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
      assertEnds(server, TERMINATED);
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
    Jvm.compile(classes, source);
    Path config =
        Files.writeString(
            house.resolve("cal.yaml"), "stages: { step: { spawn: boolean app.Echo.step() } }");
    // The step that ends the process is waited for.
    List<String> command = words("run --model thread --set cal.shutdown-timeout=1s --config");
    command.addAll(List.of("" + config, "--", "-cp", "" + classes, "app.Echo"));
    command.addAll(List.of("it's", "a  b", "$HOME\n*"));
    Process echo = start(house, command);
    try {
      echo.getOutputStream().write("one\ntwo\n".getBytes(UTF_8));
      echo.getOutputStream().close();
      assertThat(new String(echo.getInputStream().readAllBytes(), UTF_8))
          .isEqualTo("[it's, a  b, $HOME\n*]\none\ntwo\n");
      assertEnds(echo, 7);
    } finally {
      echo.destroyForcibly();
    }
  }
}
