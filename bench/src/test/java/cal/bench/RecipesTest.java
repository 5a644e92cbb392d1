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
  private static final String VERSION = UserRepository.VERSION;

  private Path folder;
  private UserRepository repository;

  @BeforeAll
  void makeARepository(@TempDir Path shared) throws IOException {
    folder = shared;
    repository = new UserRepository(shared);
    deployTheServer();
  }

  @AfterAll
  void deleteTheRepository() throws IOException {
    if (repository != null) {
      repository.close();
    }
  }

  /** A jar that somebody else has built, without CAL. */
  private void deployTheServer() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("server"));
    Jvm.compile(classes, RECIPES.resolve("server"));
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

  @Tag("measuring")
  @ParameterizedTest
  @ValueSource(strings = {"binary", "load-time"})
  void shouldBuildAndTestUnderItsModels(String recipe) throws Exception {
    Path project = project(recipe, recipe);

    UserRepository.Build build = repository.maven(project, "-q", "test");

    assertThat(build.status()).as(build.said()).isZero();
    Path report = project.resolve("target/surefire-reports/TEST-acme.EchoServerTest.xml");
    assertThat(Files.readString(report))
        .contains("accept=virtual (-Dcal.model, 1 join point) connection=virtual")
        .containsPattern("<testsuite [^>]*tests=\"[13]\"");
  }

  /** As {@code ./cal new} prints it. */
  @Tag("measuring")
  @Test
  void shouldMakeAServerThatIsTestedUnderEveryModelAndRuns() throws Exception {
    Path project = folder.resolve("my-server");
    CommandRun made = CommandRun.of("new", project.toString());
    assertThat(made.status()).as(made.err()).isZero();
    List<String> commands = made.out().lines().filter(line -> line.startsWith("  ")).toList();
    assertThat(commands.get(1)).isEqualTo("  mvn verify");

    UserRepository.Build build = repository.maven(project, "-q", "verify");

    assertThat(build.status()).as(build.said()).isZero();
    assertThat(project.resolve("target/surefire-reports/TEST-myserver.ServerTest.xml"))
        .content()
        .contains(
            "accept=virtual (-Dcal.model, 1 join point) connection=virtual",
            "accept=reactive-pool (-Dcal.model, 1 join point) connection=reactive-pool")
        .containsPattern("<testsuite [^>]*tests=\"6\"");

    List<String> words = new ArrayList<>(List.of(commands.getLast().strip().split(" ")));
    words.set(0, Jvm.JAVA);
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

  /** All of Gradle's recipe but Gradle: the programs that it runs, with what it would fill in. */
  @Test
  void shouldWeaveByWhatGradleRuns() throws Exception {
    String script = Fence.of(PAGE, "groovy").getFirst();
    String aspectj = property("aspectj.version");
    assertThat(script)
        .contains("'org.calaspects:cal-executor:" + VERSION + "'")
        .contains("'org.calaspects:cal-test:" + VERSION + "'")
        .contains("'org.aspectj:aspectjtools:" + aspectj + "'")
        .contains("'org.calaspects:cal-weave:" + VERSION + "'");
    Path project = project("compile-time", "gradle");
    Path classes = Files.createDirectories(project.resolve("build/classes"));
    Jvm.compile(classes, project.resolve("src/main/java"));
    String core = repository.jar("org.calaspects", "cal-core", VERSION).toString();
    String libraries =
        core + File.pathSeparator + repository.jar("org.aspectj", "aspectjrt", aspectj);
    Map<String, String> filledIn =
        Map.of("libraries.asPath", libraries, "core", core, "classes", classes.toString());
    String tools =
        repository.jar("org.aspectj", "aspectjtools", aspectj)
            + File.pathSeparator
            + repository.jar("org.calaspects", "cal-weave", VERSION);
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
    String all = String.join(File.pathSeparator, tools, libraries, classes.toString());
    java(project, all, mains.getLast(), lists.getLast());

    assertThat(classes.resolve("META-INF/cal/captures"))
        .content()
        .contains("acme.EchoActivities$Accept", "acme.EchoActivities$Connection");
  }

  private static String property(String name) throws IOException {
    return Files.readString(HOUSE.resolve("pom.xml"))
        .replaceFirst("(?s).*<" + name + ">(.*?)</.*", "$1");
  }

  /** A list in Groovy: texts, and what stands for a path. */
  private static List<String> filled(String list, Map<String, String> filledIn) {
    return Stream.of(list.strip().split(",\\s*"))
        .map(one -> one.startsWith("'") ? one.replace("'", "") : filledIn.get(one.strip()))
        .toList();
  }

  private static void java(Path project, String classPath, String main, List<String> arguments)
      throws Exception {
    List<String> command = Jvm.command("-cp", classPath, main);
    command.addAll(arguments);
    Outcome outcome = Outcome.of(project, new ProcessBuilder(command).directory(project.toFile()));
    assertThat(outcome.status()).as("%s%s", outcome.out(), outcome.err()).isZero();
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
