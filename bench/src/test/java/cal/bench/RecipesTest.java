package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The projects of {@code docs/recipes.md} and {@code docs/tests.md}, built by Maven as users would:
 * offline, from a repository that has what this build has used, and CAL as this build has made it.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecipesTest {
  private static final Path HOUSE = Path.of("..").toAbsolutePath().normalize();
  private static final Path RECIPES = Path.of("src/test/recipes").toAbsolutePath();
  private static final Path PAGE = HOUSE.resolve("docs/recipes.md");
  private static final Path TESTS = HOUSE.resolve("docs/tests.md");
  private static final String VERSION = "0.1.0-SNAPSHOT";
  private static final List<String> MODULES =
      List.of(
          "cal-core", "cal-executor", "cal-reactive", "cal-test", "cal-agent", "cal-maven-plugin");

  private final List<Path> links = new ArrayList<>();
  private Path folder;
  private Path repository;

  @BeforeAll
  void makeARepository(@TempDir Path shared) throws IOException {
    folder = shared;
    Path agent = HOUSE.resolve("cal-agent/target/cal.jar");
    SampleServer.skipUnless(Files.exists(agent), "cal.jar is not built (mvn verify does)");
    Path used = Path.of(System.getProperty("settings.localRepository"));
    repository = Files.createDirectories(folder.resolve("repository"));
    link(used, repository, "org");
    link(used.resolve("org"), Files.createDirectory(repository.resolve("org")), "calaspects");
    Path own = repository.resolve("org/calaspects");
    deploy(own, "cal-parent", HOUSE.resolve("pom.xml"), ".pom");
    deploy(own, "cal-module", HOUSE.resolve("build/module/pom.xml"), ".pom");
    deploy(own, "cal-bom", HOUSE.resolve("cal-bom/pom.xml"), ".pom");
    for (String module : MODULES) {
      deploy(own, module, HOUSE.resolve(module + "/pom.xml"), ".pom");
      deploy(
          own,
          module,
          HOUSE.resolve(module + "/target/" + module + "-" + VERSION + ".jar"),
          ".jar");
    }
    deploy(own, "cal-agent", agent, "-all.jar");
    deployTheServer();
  }

  /** Whatever is in a folder but for one name, which is the caller's to make. */
  private void link(Path from, Path to, String without) throws IOException {
    try (Stream<Path> all = Files.list(from)) {
      for (Path one : all.filter(each -> !each.endsWith(without)).toList()) {
        links.add(Files.createSymbolicLink(to.resolve(one.getFileName()), one));
      }
    }
  }

  /** JUnit would tell of each that it deletes with its folder. */
  @AfterAll
  void deleteLinks() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }

  private static void deploy(Path group, String artifact, Path file, String ending)
      throws IOException {
    Path folder = Files.createDirectories(group.resolve(artifact).resolve(VERSION));
    Files.copy(file, folder.resolve(artifact + "-" + VERSION + ending));
  }

  /** A jar that somebody else has built, without CAL. */
  private void deployTheServer() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("server"));
    compile(RECIPES.resolve("server"), classes);
    Path artifact = Files.createDirectories(repository.resolve("acme/echo-server/1"));
    Files.writeString(
        artifact.resolve("echo-server-1.pom"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>acme</groupId>
          <artifactId>echo-server</artifactId>
          <version>1</version>
        </project>
        """);
    try (OutputStream out = Files.newOutputStream(artifact.resolve("echo-server-1.jar"));
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Path file : files(classes)) {
        jar.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        jar.write(Files.readAllBytes(file));
      }
    }
  }

  private static void compile(Path sources, Path classes) {
    List<String> options = new ArrayList<>(List.of("-g", "-d", classes.toString()));
    files(sources).forEach(source -> options.add(source.toString()));
    int status =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
    assertThat(status).as("javac").isZero();
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path file : files(from)) {
      Path copy = to.resolve(from.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
  }

  /** A project of a recipe, where Maven may write. */
  private Path project(String recipe, String name) throws IOException {
    Path project = folder.resolve(name);
    copy(RECIPES.resolve(recipe), project);
    if (recipe.equals("compile-time")) {
      copy(RECIPES.resolve("server"), project.resolve("src/main/java"));
    }
    if (!Files.exists(project.resolve("src/test"))) {
      copy(RECIPES.resolve("test"), project.resolve("src/test/java"));
    }
    return project;
  }

  private record Build(int status, String said) {}

  private Build maven(Path project, String phase) throws Exception {
    Path said = project.resolve("said.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "-o",
                "-q",
                "-B",
                "-Dmaven.repo.local=" + repository,
                phase)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    // Maven alone; the java on the PATH may be older. The page says so.
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process process = builder.start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    String text = Files.readString(said);
    assertThat(ended).as(text).isTrue();
    return new Build(process.exitValue(), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"binary", "load-time"})
  void shouldBuildAndTestUnderItsModels(String recipe) throws Exception {
    Path project = project(recipe, recipe);

    Build build = maven(project, "test");

    assertThat(build.status()).as(build.said()).isZero();
    Path report = project.resolve("target/surefire-reports/TEST-acme.EchoServerTest.xml");
    assertThat(Files.readString(report))
        .contains("accept=virtual (-Dcal.model, 1 join point) connection=virtual")
        .containsPattern("<testsuite [^>]*tests=\"[13]\"");
  }

  /** As {@code ./cal new} prints it. */
  @Test
  void shouldMakeAServerThatIsTestedUnderEveryModelAndRuns() throws Exception {
    Path project = folder.resolve("my-server");
    CommandRun made = CommandRun.of("new", project.toString());
    assertThat(made.status()).as(made.err()).isZero();
    List<String> commands = made.out().lines().filter(line -> line.startsWith("  ")).toList();
    assertThat(commands.get(1)).isEqualTo("  mvn verify");

    Build build = maven(project, "verify");

    assertThat(build.status()).as(build.said()).isZero();
    assertThat(project.resolve("target/surefire-reports/TEST-myserver.ServerTest.xml"))
        .content()
        .contains(
            "accept=virtual (-Dcal.model, 1 join point) connection=virtual",
            "accept=reactive-pool (-Dcal.model, 1 join point) connection=reactive-pool")
        .containsPattern("<testsuite [^>]*tests=\"5\"");

    List<String> words = new ArrayList<>(List.of(commands.getLast().strip().split(" ")));
    words.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("0");
    Process server = new ProcessBuilder(words).directory(project.toFile()).start();
    try {
      assertThat(server.inputReader().readLine()).startsWith("listening on port ");
      assertThat(server.errorReader().readLine())
          .startsWith("cal: accept=reactive (-Dcal.model, 1 join point) connection=reactive")
          .doesNotContain("slow");
      server.destroy();
      assertThat(server.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).as("128 + SIGTERM").isEqualTo(143);
    } finally {
      server.destroyForcibly();
    }
  }

  /** Of other plugins Maven takes its own versions, which are not in this repository. */
  @Test
  void shouldBuildByThePomThatTheFirstHourShows() throws Exception {
    Path project = project("compile-time", "first-hour");
    String shown = Fence.of(HOUSE.resolve("docs/first-hour.md"), "xml").getFirst();
    String resources =
        """
        <build>
          <pluginManagement><plugins><plugin>
            <artifactId>maven-resources-plugin</artifactId>
            <version>%s</version>
          </plugin></plugins></pluginManagement>
        """
            .formatted(property("resources.plugin.version"));
    Files.writeString(
        project.resolve("pom.xml"),
        "<project xmlns='http://maven.apache.org/POM/4.0.0'><modelVersion>4.0.0</modelVersion>"
            + "<groupId>acme</groupId><artifactId>first-hour</artifactId><version>1</version>"
            + shown.replace("<build>", resources)
            + "</project>");

    Build build = maven(project, "process-classes");

    assertThat(build.status()).as(build.said()).isZero();
    assertThat(project.resolve("target/classes/META-INF/cal/captures"))
        .content()
        .contains("acme.EchoActivities$Accept", "acme.EchoActivities$Connection");
  }

  private void withSignatures(Path project) throws IOException {
    Files.delete(project.resolve("src/main/aspect/acme/EchoActivities.aj"));
    Files.copy(RECIPES.resolve("load-time/cal.yaml"), project.resolve("cal.yaml"));
  }

  @Test
  void shouldWeaveBySignaturesAndWeaveWhatHasChangedAlone() throws Exception {
    Path project = project("compile-time", "signatures");
    withSignatures(project);
    Path record = project.resolve("target/classes/META-INF/cal/captures");
    Path server = project.resolve("target/classes/acme/EchoServer.class");

    Build first = maven(project, "process-classes");

    assertThat(first.status()).as(first.said()).isZero();
    assertThat(record)
        .content()
        .contains(
            "binding cal.binding.AcceptActivities accept", "cal.binding.ConnectionActivities");
    byte[] woven = Files.readAllBytes(server);

    Build second = maven(project, "process-classes");

    assertThat(second.status()).as(second.said()).isZero();
    assertThat(Files.readAllBytes(server)).isEqualTo(woven);

    Path source = project.resolve("src/main/java/acme/EchoServer.java");
    Files.writeString(
        source,
        Files.readString(source).replace("boolean accept()", "/* more */ boolean accept()"));
    Files.delete(record);
    Build third = maven(project, "process-classes");

    assertThat(third.status()).as(third.said()).isZero();
    assertThat(record).content().contains("spawn acme.EchoServer.run(EchoServer.java:");
  }

  @Test
  void shouldNameTheEntryThatMatchesNothing() throws Exception {
    Path project = project("compile-time", "misspelt-signature");
    withSignatures(project);
    Path file = project.resolve("cal.yaml");
    Files.writeString(
        file, Files.readString(file).replace("Connection.serve", "Connection.server"));

    Build build = maven(project, "process-classes");

    assertThat(build.status()).isNotZero();
    assertThat(build.said())
        .contains(
            "cal.yaml: stages.connection.spawn matches no call: boolean"
                + " acme.EchoConnection.server(); the nearest method that is called is boolean"
                + " EchoConnection.serve()");
  }

  @Test
  void shouldFailToBuildWhereABindingMatchesNothing() throws Exception {
    Path project = project("compile-time", "misspelt");
    Path binding = project.resolve("src/main/aspect/acme/EchoActivities.aj");
    Files.writeString(
        binding,
        Files.readString(binding).replace("EchoConnection.serve()", "EchoConnection.server()"));

    Build build = maven(project, "package");

    assertThat(build.status()).isNotZero();
    String shown = Fence.of(PAGE, "").getFirst().strip();
    assertThat(shown).startsWith("cal: binding acme.EchoActivities$Connection: ");
    assertThat(build.said()).contains(shown.substring("cal: ".length()));
    assertThat(project.resolve("target/misspelt-1.jar")).doesNotExist();
  }

  /** All of Gradle's recipe but Gradle: the programs that it runs, with what it would fill in. */
  @Test
  void shouldWeaveByWhatGradleRuns() throws Exception {
    String script = Fence.of(PAGE, "groovy").getFirst();
    String aspectj = property("aspectj.version");
    assertThat(script)
        .contains("'org.calaspects:cal-executor:" + VERSION + "'")
        .contains("'org.calaspects:cal-test:" + VERSION + "'")
        .contains("'org.aspectj:aspectjtools:" + aspectj + "'");
    Path project = project("compile-time", "gradle");
    Path classes = Files.createDirectories(project.resolve("build/classes"));
    compile(project.resolve("src/main/java"), classes);
    String core = jar("org/calaspects/cal-core/" + VERSION + "/cal-core-" + VERSION);
    String libraries =
        core
            + File.pathSeparator
            + jar("org/aspectj/aspectjrt/" + aspectj + "/aspectjrt-" + aspectj);
    Map<String, String> filledIn =
        Map.of("libraries.asPath", libraries, "core", core, "classes", classes.toString());
    String tools = jar("org/aspectj/aspectjtools/" + aspectj + "/aspectjtools-" + aspectj);
    List<List<String>> lists =
        Pattern.compile("args = \\[(.*?)\\]", Pattern.DOTALL)
            .matcher(script)
            .results()
            .map(list -> filled(list.group(1), filledIn))
            .toList();
    List<String> mains =
        Pattern.compile("mainClass = '(.*?)'")
            .matcher(script)
            .results()
            .map(main -> main.group(1))
            .toList();

    java(project, tools, mains.getFirst(), lists.getFirst());
    java(project, classes + File.pathSeparator + libraries, mains.getLast(), lists.getLast());

    assertThat(classes.resolve("META-INF/cal/captures"))
        .content()
        .contains("acme.EchoActivities$Accept", "acme.EchoActivities$Connection");
  }

  private static String property(String name) throws IOException {
    return Files.readString(HOUSE.resolve("pom.xml"))
        .replaceFirst("(?s).*<" + name + ">(.*?)</.*", "$1");
  }

  private String jar(String path) {
    return repository.resolve(path + ".jar").toString();
  }

  /** A list in Groovy: texts, and what stands for a path. */
  private static List<String> filled(String list, Map<String, String> filledIn) {
    return Stream.of(list.strip().split(",\\s*"))
        .map(one -> one.startsWith("'") ? one.replace("'", "") : filledIn.get(one.strip()))
        .toList();
  }

  private static void java(Path project, String classPath, String main, List<String> arguments)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(arguments);
    Path said = project.resolve("said.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    assertThat(ended).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
  }

  /** Gradle's build itself is run by nobody. */
  @ParameterizedTest
  @ValueSource(strings = {"java", "xml", "yaml", "aspectj"})
  void shouldShowPartsOfTheProjects(String language) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Path file : files(RECIPES)) {
      texts.add(Files.readString(file));
    }
    List<String> shown = new ArrayList<>(Fence.of(PAGE, language));
    shown.addAll(Fence.of(TESTS, language));
    assertThat(shown)
        .isNotEmpty()
        .allSatisfy(part -> assertThat(texts).anyMatch(text -> text.contains(part)));
  }

  @Test
  void shouldPinTheVersionsOfTheBuild() throws IOException {
    String pom = Files.readString(HOUSE.resolve("pom.xml"));
    String made = HOUSE.resolve("cal-agent/src/main/resources/META-INF/cal/new/pom.xml").toString();
    for (String file :
        List.of("compile-time/pom.xml", "binary/pom.xml", "load-time/pom.xml", made)) {
      String text = Files.readString(RECIPES.resolve(file)).replaceAll("\\s+", "");
      for (String artifact : List.of("resources", "compiler", "surefire", "jar")) {
        String version = pom.replaceFirst("(?s).*<" + artifact + ".plugin.version>(.*?)</.*", "$1");
        assertThat(text)
            .contains("maven-" + artifact + "-plugin</artifactId><version>" + version + "<");
      }
    }
  }
}
