package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.testing.SomeCases;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
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

/**
 * Servers with a thread for each connection, whose loops the plugin cuts in a build, answer byte
 * for byte as without: see {@code src/test/recipes/loops}.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoopsTest {
  private static final Path RECIPE = Path.of("src/test/recipes/loops").toAbsolutePath();
  private static final Path PAGE = Path.of("..", "docs", "first-hour.md").toAbsolutePath();
  private static final String HEAD =
      "<project xmlns='http://maven.apache.org/POM/4.0.0'><modelVersion>4.0.0</modelVersion>"
          + "<groupId>acme</groupId><artifactId>loops</artifactId><version>1</version>";

  /** The parts that the woven servers need, of the class path of this test. */
  private static final List<String> PARTS =
      List.of("cal-core", "cal-thread", "cal-executor", "cal-reactive", "cal-jcsp", "/jcsp", "rt-");

  /** For thread locals that go from step to step. */
  private static final String OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  /** The pieces that a client sends to each server, one after the other. */
  private static final Map<String, List<byte[]>> PIECES = new LinkedHashMap<>();

  static {
    PIECES.put("lines", texts("one\ntwo\n", "gr\u00fcn\nwithout an end"));
    PIECES.put("commands", texts("put\nv1\nall\n", "total\nput\n", "v2\nno\nall\nquit\nmore\n"));
    PIECES.put("bodies", List.of(bodies(1, 2, 250), bodies(), bodies(9, 255), bodies(254, 7)));
    PIECES.put("retries", texts("5\nx\n", "7\n0\n9\n"));
    PIECES.put("helped", texts("one\ntwo\n", "three\n"));
    PIECES.put("users", texts("ann\none\n", "two\n", "three\n"));
    PIECES.put("lambda", texts("x\n", "y\nz"));
    PIECES.put("nameless", texts("abc", "d"));
  }

  private Path project;
  private UserRepository repository;
  private Map<String, String> unwoven;

  private static List<byte[]> texts(String... pieces) {
    return Arrays.stream(pieces).map(each -> each.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static byte[] bodies(int... body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(body.length);
      for (int one : body) {
        out.writeByte(one);
      }
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return bytes.toByteArray();
  }

  @BeforeAll
  void weaveByTheBuild(@TempDir Path folder) throws Exception {
    repository = new UserRepository(folder);
    project = Files.createDirectories(folder.resolve("loops"));
    Path sources = Files.createDirectories(project.resolve("src/main/java/acme"));
    Files.copy(RECIPE.resolve("acme/Servers.java"), sources.resolve("Servers.java"));
    Files.copy(RECIPE.resolve("cal.yaml"), project.resolve("cal.yaml"));
    String pom = Fence.of(PAGE, "xml").getFirst();
    Files.writeString(
        project.resolve("pom.xml"), HEAD + pom.replace("<plugins>", plugins()) + "</project>");
    build(project);
    unwoven = answers(project.resolve("target/cal/classes/plain"), List.of());
  }

  /** Of other plugins Maven takes its own versions, which are not in this repository. */
  private static String plugins() throws IOException {
    String version =
        Files.readString(Path.of("..", "pom.xml"))
            .replaceFirst("(?s).*<resources.plugin.version>(.*?)</.*", "$1");
    return "<plugins><plugin><artifactId>maven-resources-plugin</artifactId><version>"
        + version
        + "</version></plugin>";
  }

  private void build(Path project, String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of("process-classes"));
    words.addAll(List.of(more));
    UserRepository.Build build = repository.maven(project, words.toArray(String[]::new));
    assertThat(build.status()).as(build.said()).isZero();
  }

  @AfterAll
  void deleteTheRepository() throws IOException {
    if (repository != null) {
      repository.close();
    }
  }

  /** What each server answers two clients, one of which waits for the other in its middle. */
  private static Map<String, String> answers(Path classes, List<String> options)
      throws IOException {
    List<String> command = Jvm.command("-cp", classPath(classes));
    command.addAll(options);
    command.add("acme.Servers");
    Process server =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader out = server.inputReader()) {
      Map<String, Integer> ports = new LinkedHashMap<>();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        String[] words = line.split(" ");
        if (words[0].equals("ready")) {
          break;
        }
        ports.put(words[0], Integer.parseInt(words[1]));
      }
      assertThat(ports).as("ports").hasSameSizeAs(PIECES);
      Map<String, String> answers = new LinkedHashMap<>();
      for (Map.Entry<String, List<byte[]>> one : PIECES.entrySet()) {
        answers.put(one.getKey(), two(ports.get(one.getKey()), one.getValue()));
      }
      return answers;
    } finally {
      server.destroyForcibly();
    }
  }

  private static String two(int port, List<byte[]> pieces) throws IOException {
    try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), port)) {
      slow.getOutputStream().write(pieces.getFirst());
      String other = one(port, pieces);
      return other + "|" + rest(slow, pieces.subList(1, pieces.size()));
    }
  }

  private static String one(int port, List<byte[]> pieces) throws IOException {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return rest(client, pieces);
    }
  }

  private static String rest(Socket client, List<byte[]> pieces) throws IOException {
    client.setSoTimeout(120_000);
    for (byte[] piece : pieces) {
      client.getOutputStream().write(piece);
    }
    client.shutdownOutput();
    byte[] answer = client.getInputStream().readAllBytes();
    return new String(answer, StandardCharsets.ISO_8859_1);
  }

  private static String classPath(Path classes) {
    Stream<String> parts =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> PARTS.stream().anyMatch(entry::contains));
    return Stream.concat(Stream.of(classes.toString()), parts)
        .collect(Collectors.joining(File.pathSeparator));
  }

  @SomeCases(of = 4)
  @ParameterizedTest
  @ValueSource(strings = {"thread-pool", "virtual", "reactive-pool", "sequential"})
  void shouldAnswerAsUnwoven(String model) throws Exception {
    List<String> options = List.of(OPEN, "-Dcal.model=" + model);
    assertThat(answers(project.resolve("target/classes"), options)).isEqualTo(unwoven);
  }

  /** By the same transformation. */
  @Test
  void shouldAnswerAsUnwovenByTheAgent() throws Exception {
    List<String> options = new ArrayList<>(List.of("-javaagent:" + Jvm.AGENT));
    options.addAll(List.of("-Dcal.model=reactive", "-Dcal.config=" + RECIPE.resolve("cal.yaml")));
    assertThat(answers(project.resolve("target/cal/classes/plain"), options)).isEqualTo(unwoven);
  }

  private Path copy(String name) throws IOException {
    Path copy = project.resolveSibling(name);
    try (Stream<Path> all = Files.walk(project)) {
      for (Path one : all.toList()) {
        Files.copy(one, copy.resolve(project.relativize(one)));
      }
    }
    return copy;
  }

  private static Map<String, String> classes(Path folder) throws IOException {
    Map<String, String> classes = new LinkedHashMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path one : all.filter(each -> each.toString().endsWith(".class")).sorted().toList()) {
        byte[] bytes = Files.readAllBytes(one);
        classes.put(folder.relativize(one).toString(), Arrays.toString(bytes));
      }
    }
    return classes;
  }

  @Tag("measuring")
  @Test
  void shouldCutOnceAndBePlainAgain() throws Exception {
    Path again = copy("again");
    Map<String, String> woven = classes(again.resolve("target/classes"));
    Path source = again.resolve("src/main/java/acme/Servers.java");
    Files.writeString(source, Files.readString(source) + "// compiled anew\n");

    build(again);
    assertThat(classes(again.resolve("target/classes"))).isEqualTo(woven);

    build(again, "-Dcal.weave.skip=true");
    assertThat(classes(again.resolve("target/classes")))
        .isEqualTo(classes(project.resolve("target/cal/classes/plain")));
  }

  @Test
  void shouldRecordHowLoopsAreCutAndMonitorsTurned() throws Exception {
    assertThat(project.resolve("target/classes/META-INF/cal/captures"))
        .content()
        .contains(
            "  loop acme.Servers.Lines.run()",
            "cut cal.binding.LinesActivities acme.Servers$Lines.run, lines ",
            "java.io.BufferedReader.readLine",
            "in (BufferedReader), out (PrintWriter), number (int)",
            "  monitors csp",
            "  region acme.Servers$Totals.add(Servers.java) ");
  }

  /** A record tells the check what the file tells of plain classes. */
  @Test
  void shouldBeCheckedWovenAsPlain() {
    CommandRun plain =
        CommandRun.of(
            "check",
            project.resolve("target/cal/classes/plain").toString(),
            "--config",
            project.resolve("cal.yaml").toString());
    CommandRun woven = CommandRun.of("check", project.resolve("target/classes").toString());

    assertThat(plain.err() + woven.err()).isEmpty();
    assertThat(findings(woven)).containsExactlyElementsOf(findings(plain));
    assertThat(cut(woven)).containsExactlyInAnyOrderElementsOf(cut(plain)).hasSize(10);
  }

  private static List<String> findings(CommandRun run) {
    return run.out().lines().takeWhile(line -> !line.startsWith("findings: ")).toList();
  }

  private static List<String> cut(CommandRun run) {
    return run.out().lines().filter(line -> line.startsWith("loop: ")).toList();
  }

  /** Each loop of the servers is found, with the step that the file names. */
  @Test
  void shouldProposeTheLoops() throws Exception {
    CommandRun run =
        CommandRun.of("check", "--loops", project.resolve("target/cal/classes/plain").toString());

    assertThat(loops(run.out().lines()))
        .as(run.out())
        .containsAll(loops(Files.readAllLines(RECIPE.resolve("cal.yaml")).stream()))
        .hasSize(11); // and that of the accepting threads, which the file leaves alone
  }

  private static List<String> loops(Stream<String> lines) {
    return lines.filter(line -> line.startsWith("    loop: ")).toList();
  }

  /** Classes that are woven for a policy have no monitors. */
  @Test
  void shouldNotStartByMonitorsThatAreRegions() throws Exception {
    List<String> command = Jvm.command("-cp", classPath(project.resolve("target/classes")));
    command.addAll(List.of("-Dcal.model=virtual", "-Dcal.synchronization=monitor", "acme.Servers"));
    Process server = new ProcessBuilder(command).start();
    try (BufferedReader said = server.errorReader()) {
      assertThat(said.readLine())
          .isEqualTo(
              "cal: regions totals (monitors: in cal.yaml) are woven for synchronization=csp, and"
                  + " now it is monitor (-Dcal.synchronization); start with csp, or set monitor in"
                  + " cal.yaml (settings:) and weave again");
      assertThat(server.waitFor()).isEqualTo(2);
    } finally {
      server.destroyForcibly();
    }
  }
}
