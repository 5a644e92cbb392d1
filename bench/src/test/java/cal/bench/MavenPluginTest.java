package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

/**
 * The goals of {@code cal-maven-plugin} in users' builds, all of one start of Maven, and of another
 * one after a change. Maven runs on its own Java, which may be older than the one that weaves.
 */
@Tag("measuring")
@Timeout(300)
@Execution(ExecutionMode.SAME_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MavenPluginTest {
  private static final Path HOUSE = Path.of("..").toAbsolutePath().normalize();
  private static final Path RECIPES = Path.of("src/test/recipes").toAbsolutePath();
  private static final String BOTH_GOALS = "<goal>weave</goal><goal>weave-tests</goal>";
  private static final String CHECK =
      "<execution><id>check</id><phase>process-classes</phase>"
          + "<goals><goal>check</goal></goals></execution>";
  private static final String VERIFY = CHECK.replace("check<", "verify<");
  private static final String RECORD = "target/classes/META-INF/cal/captures";

  private Path builds;
  private UserRepository repository;
  private UserRepository.Build first;

  @BeforeAll
  void build(@TempDir Path folder) throws Exception {
    repository = new UserRepository(folder);
    builds = Files.createDirectories(folder.resolve("builds"));
    String pom = pom();
    project("first-hour", pom);
    withSignatures(project("signatures", pom));
    String searched = pom.replace("</execution>", "</execution>" + VERIFY);
    append(withSignatures(project("one-class", searched)), "weave: acme.EchoServer");
    append(withSignatures(project("misspelt-setting", pom)), "settings: {cal.max-in-fligt: 5}");
    append(withSignatures(project("wrong-value", pom)), "settings: {cal.max-in-flight: many}");
    withSignatures(project("tests", pom.replace("<goal>weave</goal>", BOTH_GOALS)));
    Path misspelt = project("misspelt", pom);
    replace(misspelt.resolve("src/main/aspect/acme/EchoActivities.aj"), "serve()", "server()");
    Path signature = withSignatures(project("misspelt-signature", pom));
    replace(signature.resolve("cal.yaml"), "Connection.serve", "Connection.server");
    Path finding = project("finding", pom.replace("</execution>", "</execution>" + CHECK));
    replace(
        finding.resolve("src/main/java/acme/EchoServer.java"),
        "boolean accept()",
        "static int accepted; boolean accept()");
    replace(
        finding.resolve("src/main/java/acme/EchoServer.java"),
        "return true;",
        "accepted++; return true;");
    Files.copy(RECIPES.resolve("load-time/cal.yaml"), finding.resolve("cal.yaml"));
    withSignatures(project("forgotten", pom.replaceFirst("<execution>.*</execution>", CHECK)));
    project("forgotten-aspects", pom.replaceFirst("<execution>.*</execution>", CHECK));
    Path yml = withSignatures(project("yml", pom));
    Files.move(yml.resolve("cal.yaml"), yml.resolve("cal.yml"));
    Path none = withSignatures(project("none", pom));
    Files.delete(none.resolve("cal.yaml"));
    Path list = withSignatures(project("unqualified", pom));
    replace(list.resolve("cal.yaml"), "EchoConnection.serve()", "EchoConnection.serve(List)");
    withSignatures(
        project("early", pom.replace("<goals>", "<phase>generate-sources</phase><goals>")));
    project("parent", "<packaging>pom</packaging>" + pom);
    project(
        "provided",
        pom.replace(
            "cal-executor</artifactId>", "cal-executor</artifactId><scope>provided</scope>"));
    project("without-cal", pom.replaceFirst("(?s)<dependencyManagement>.*</dependencies>", ""));
    Path elsewhere = project("elsewhere", pom).resolve("src/main");
    Files.move(
        elsewhere.resolve("aspect/acme/EchoActivities.aj"),
        elsewhere.resolve("java/acme/EchoActivities.aj"));
    testsThatWeave(builds.resolve("tests"));
    aggregate();
    first = maven("-fae", "process-test-classes");
  }

  private static String pom() {
    return Fence.of(HOUSE.resolve("docs/first-hour.md"), "xml").getFirst();
  }

  /** A server of the recipes, with the POM of the page. */
  private Path project(String name, String pom) throws IOException {
    Path project = builds.resolve(name);
    copy(RECIPES.resolve("server"), project.resolve("src/main/java"));
    copy(RECIPES.resolve("compile-time/src/main/aspect"), project.resolve("src/main/aspect"));
    // Of other plugins Maven takes its own versions, which are not in this repository.
    String resources =
        "<build><pluginManagement><plugins><plugin><artifactId>maven-resources-plugin</artifactId>"
            + "<version>%s</version></plugin></plugins></pluginManagement>"
                .formatted(property("resources.plugin.version"));
    Files.writeString(
        project.resolve("pom.xml"), head(name) + pom.replace("<build>", resources) + "</project>");
    return project;
  }

  private static String head(String name) {
    return "<project xmlns='http://maven.apache.org/POM/4.0.0'><modelVersion>4.0.0</modelVersion>"
        + "<groupId>acme</groupId><artifactId>%s</artifactId><version>1</version>".formatted(name);
  }

  private void aggregate() throws IOException {
    try (Stream<Path> projects = Files.list(builds)) {
      Files.writeString(
          builds.resolve("pom.xml"),
          head("all")
              + projects
                  .sorted()
                  .map(each -> "<module>" + each.getFileName() + "</module>")
                  .collect(
                      Collectors.joining(
                          "", "<packaging>pom</packaging><modules>", "</modules></project>")));
    }
  }

  private static Path withSignatures(Path project) throws IOException {
    Files.delete(project.resolve("src/main/aspect/acme/EchoActivities.aj"));
    Files.copy(RECIPES.resolve("load-time/cal.yaml"), project.resolve("cal.yaml"));
    return project;
  }

  private static void append(Path project, String line) throws IOException {
    Path file = project.resolve("cal.yaml");
    Files.writeString(file, Files.readString(file) + line + "\n");
  }

  /** A test that calls what an aspect of the tests captures. */
  private static void testsThatWeave(Path project) throws IOException {
    Path test = Files.createDirectories(project.resolve("src/test/java/acme"));
    Files.writeString(
        test.resolve("Caller.java"),
        "package acme; class Caller { void ring() {} static void call() { new Caller().ring(); }"
            + " }");
    Path aspect = Files.createDirectories(project.resolve("src/test/aspect/acme"));
    Files.writeString(
        aspect.resolve("CallerActivities.aj"),
        """
        package acme;
        aspect CallerActivities extends cal.core.ActivityCapture {
          protected pointcut captureOnInvocation(): call(void Caller.ring());
        }
        """);
  }

  private static void replace(Path file, String old, String other) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(old);
    Files.writeString(file, text.replace(old, other));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  private static String property(String name) throws IOException {
    return Files.readString(HOUSE.resolve("pom.xml"))
        .replaceFirst("(?s).*<" + name + ">(.*?)</.*", "$1");
  }

  /** The server's own classes are compiled by javac of Maven's Java. */
  private UserRepository.Build maven(String... words) throws Exception {
    int feature = Runtime.Version.parse(System.getProperty("maven.java.version")).feature();
    List<String> all = new ArrayList<>(List.of(words));
    all.add("-Dmaven.compiler.release=" + Math.min(feature, 25));
    return repository.mavenOnItsOwnJava(builds, all.toArray(String[]::new));
  }

  @AfterAll
  void deleteTheRepository() throws IOException {
    if (repository != null) {
      repository.close();
    }
  }

  @Test
  void shouldWeaveByThePomThatTheFirstHourShows() throws Exception {
    assertThat(builds.resolve("first-hour").resolve(RECORD))
        .as(first.said())
        .content()
        .contains("acme.EchoActivities$Accept", "acme.EchoActivities$Connection");
    String classPath =
        Stream.of(
                builds.resolve("first-hour/target/classes"),
                repository.jar("org.calaspects", "cal-core", UserRepository.VERSION),
                repository.jar("org.calaspects", "cal-executor", UserRepository.VERSION),
                repository.jar("org.aspectj", "aspectjrt", property("aspectj.version")))
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    Process server =
        new ProcessBuilder(Jvm.JAVA, "-cp", classPath, "acme.EchoServer", "0")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = server.inputReader()) {
      int port = Integer.parseInt(out.readLine());
      try (Socket one = new Socket(InetAddress.getLoopbackAddress(), port);
          Socket other = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(answer(other, 1)).isEqualTo(1);
        assertThat(answer(one, 2)).isEqualTo(2);
      }
    } finally {
      server.destroyForcibly();
    }
  }

  private static int answer(Socket client, int question) throws IOException {
    client.setSoTimeout(60_000);
    client.getOutputStream().write(question);
    return client.getInputStream().read();
  }

  @Test
  void shouldWeaveBySignatures() {
    assertThat(builds.resolve("signatures").resolve(RECORD))
        .as(first.said())
        .content()
        .contains(
            "binding cal.binding.AcceptActivities accept",
            "binding cal.binding.ConnectionActivities connection",
            "awaits acme.EchoConnection#socket none");
  }

  @Test
  void shouldWeaveTheClassesAloneThatAFileOfSignaturesNames() throws IOException {
    assertThat(isWoven("one-class", "EchoServer")).as(first.said()).isTrue();
    assertThat(isWoven("one-class", "EchoConnection")).isFalse();
    assertThat(isWoven("signatures", "EchoConnection")).as("without weave:").isTrue();
  }

  private boolean isWoven(String project, String type) throws IOException {
    Path file = builds.resolve(project).resolve("target/classes/acme/" + type + ".class");
    return Files.readString(file, StandardCharsets.ISO_8859_1).contains("cal/core/");
  }

  @Test
  void shouldNameAWrongSetting() {
    assertThat(first.said())
        .contains(
            "unknown setting cal.max-in-fligt=5 (%s); did you mean cal.max-in-flight?"
                .formatted(builds.resolve("misspelt-setting/cal.yaml")),
            "cal.max-in-flight=many (%s)".formatted(builds.resolve("wrong-value/cal.yaml")));
    assertThat(builds.resolve("misspelt-setting").resolve(RECORD)).doesNotExist();
  }

  /** The others are those of a plain server. */
  @Test
  void shouldNeedTenLines() {
    List<String> plain = List.of("<build>", "</build>", "<plugins>", "</plugins>");

    assertThat(
            pom().replaceFirst("(?s)<properties>.*</properties>\n", "").lines().map(String::strip))
        .filteredOn(line -> !plain.contains(line) && !line.contains(">maven-"))
        .filteredOn(line -> !line.startsWith("<!--"))
        .hasSize(10);
  }

  @Test
  void shouldWeaveTests() {
    assertThat(builds.resolve("tests/target/test-classes/META-INF/cal/captures"))
        .as(first.said())
        .content()
        .contains("binding acme.CallerActivities caller", "spawn acme.Caller.call(Caller.java:1)");
  }

  /** As {@code docs/recipes.md} shows it, with the place. */
  @Test
  void shouldFailWhereABindingMatchesNothing() {
    String shown = Fence.of(HOUSE.resolve("docs/recipes.md"), "").getFirst().strip();
    assertThat(shown).startsWith("src/main/aspect/acme/EchoActivities.aj:[14] binding acme.Echo");
    assertThat(first.status()).as(first.said()).isNotZero();
    assertThat(first.said()).contains(builds.resolve("misspelt") + "/" + shown);
    assertThat(builds.resolve("misspelt").resolve(RECORD)).doesNotExist();
  }

  @Test
  void shouldNameTheEntryThatMatchesNothing() {
    assertThat(first.said())
        .contains(
            builds.resolve("misspelt-signature/cal.yaml")
                + ":[5] cal.yaml: stages.connection.spawn matches no call: boolean"
                + " acme.EchoConnection.server(); the nearest method that is called is boolean"
                + " EchoConnection.serve()");
  }

  @Test
  void shouldSayThatTheLibraryIsMissing() {
    assertThat(first.said())
        .contains(
            "on project without-cal: cal-core is not on the class path; depend on"
                + " org.calaspects:cal-core, or on a module with a model");
  }

  @Test
  void shouldNameABindingOutsideOfItsFolder() {
    assertThat(first.said())
        .contains(
            builds.resolve("elsewhere/src/main/java/acme/EchoActivities.aj")
                + " is outside of that folder, move it there");
  }

  @Test
  void shouldSayThatAFileOfSignaturesIsNotWovenBesideAspects() {
    assertThat(first.said())
        .contains(
            "%s is not woven, since %s has aspects"
                .formatted(
                    builds.resolve("finding/cal.yaml"), builds.resolve("finding/src/main/aspect")));
  }

  @Test
  void shouldNameAFileOfSignaturesThatIsNotRead() {
    assertThat(first.said())
        .contains(
            "%s is not read there, move it to %s"
                .formatted(builds.resolve("yml/cal.yml"), builds.resolve("yml/cal.yaml")));
  }

  @Test
  void shouldTellAModuleWithoutABindingFromAParent() {
    assertThat(first.said())
        .contains(
            builds.resolve("none/cal.yaml")
                + "; a module without a binding has <skip>true</skip> for this goal")
        .doesNotContain("on project parent:");
  }

  @Test
  void shouldNameATypeWithoutItsPackage() {
    assertThat(first.said())
        .contains("; no type is named List: write each in full, with its package, such as");
  }

  @Test
  void shouldSayThatNothingIsCompiledYet() {
    assertThat(first.said())
        .contains(builds.resolve("early/target/classes") + " has no class to weave; write the");
  }

  @Test
  void shouldWarnOfALibraryThatTheServerWillMiss() {
    assertThat(first.said())
        .containsOnlyOnce("org.calaspects:cal-core has the scope provided, and the woven server");
  }

  @Test
  void shouldSearchWovenClassesForDeadlocks() {
    assertThat(first.said()).contains("free of deadlock under these settings (");
  }

  @Test
  void shouldFailWhereTheCheckFindsSomething() {
    assertThat(first.said())
        .contains("acme.EchoServer.accept:", " 3.5 ", "findings: 1, in ")
        .contains(
            "cal-maven-plugin:" + UserRepository.VERSION + ":check (check) on project finding");
  }

  @Test
  void shouldSayThatNothingWeavesWhatAFileOfSignaturesNames() {
    assertThat(first.said())
        .contains(
            builds.resolve("forgotten/cal.yaml") + ": nothing will weave this, since ",
            builds.resolve("forgotten-aspects/src/main/aspect")
                + ": nothing will weave this, since ");
    assertThat(first.said().split(": nothing will weave this, since ")).hasSize(3);
  }

  @Test
  void shouldWeaveWhatHasChangedAloneAndExplainIt() throws Exception {
    Path server = builds.resolve("first-hour/target/classes/acme/EchoServer.class");
    byte[] woven = Files.readAllBytes(server);
    replace(
        builds.resolve("first-hour/src/main/java/acme/EchoServer.java"),
        "boolean accept()",
        "/* more */ boolean accept()");

    UserRepository.Build second =
        maven(
            "-pl",
            "first-hour,signatures",
            "process-classes",
            "org.calaspects:cal-maven-plugin:" + UserRepository.VERSION + ":doctor",
            "-Dcal.max-in-flight=7");

    assertThat(second.status()).as(second.said()).isZero();
    assertThat(Files.readAllBytes(server)).as("woven once").isEqualTo(woven);
    String[] both = second.said().split("-< acme:");
    assertThat(of(both, "first-hour")).contains("2 calls are captured");
    assertThat(of(both, "signatures")).contains("nothing to weave: all classes are up to date");
    assertThat(List.of(of(both, "first-hour"), of(both, "signatures")))
        .allSatisfy(
            said ->
                assertThat(said)
                    .contains("not-captured:", "accept", "connection", "EchoServer.run(")
                    .containsPattern("cal.max-in-flight.*7"));
  }

  private static String of(String[] all, String name) {
    return Stream.of(all).filter(one -> one.contains(name + " >")).findFirst().orElseThrow();
  }
}
