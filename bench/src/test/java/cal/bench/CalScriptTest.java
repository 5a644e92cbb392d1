package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.Cal;
import cal.cli.CommandSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script runs on a copy of the house, so that it never builds this one. */
@Timeout(300)
class CalScriptTest {
  private static final Path SCRIPT = Path.of("..", "cal");

  @TempDir private Path folder;
  private Path house;

  /** In a folder that is named as one of sources is. */
  @BeforeEach
  void makeHouse() throws IOException {
    house = Files.createDirectories(folder.resolve("src/main/house"));
  }

  @Test
  void shouldFindTheJdkOfJavaHomeAndRunWhatIsBuilt() throws Exception {
    build();

    Path jdk = jdk("jdk", "25.0.1", "printf '%s|' \"$@\"; exit 7");

    Outcome outcome = run(Map.of("JAVA_HOME", jdk.toString()), "one", "t w o");

    assertThat(outcome.text())
        .isEqualTo("-Dprogram=./cal|-Dbench.terminal=false|-jar|" + jar() + "|one|t w o|");
    assertThat(outcome.status()).isEqualTo(7);
  }

  @Test
  void shouldRunThroughALinkOnThePath() throws Exception {
    build();
    Path jdk = jdk("jdk", "25.0.1", "echo runs");
    Path link = Files.createDirectories(house.resolve("links")).resolve("cal");
    Files.createSymbolicLink(link, Path.of("..", "cal"));
    copyScript();

    assertThat(start(link, Map.of("JAVA_HOME", jdk.toString())).text()).isEqualTo("runs\n");
  }

  /** A server is woven by that jar, so what starts one is of that jar. */
  @Test
  void shouldRunTheAgentsCommandsByTheAgentsJar() throws Exception {
    build();
    Path jdk = jdk("jdk", "25.0.1", "printf '%s ' \"$@\"");
    Path agent = house.resolve("cal-agent/target/cal.jar");
    Files.createDirectories(agent.getParent());
    Files.writeString(agent, "");
    Set<String> commands = new TreeSet<>(Cal.commandLine().getSubcommands().keySet());
    commands.removeAll(CommandSet.OF_REPOSITORY);

    assertThat(commands).contains("advise", "run");
    for (String command : commands) {
      assertThat(run(Map.of("JAVA_HOME", jdk.toString()), command).text())
          .endsWith(" -Dprogram=./cal -jar " + agent + " " + command + " ");
    }
  }

  /** Such as {@code ./cal new my-server} makes. */
  @Test
  void shouldBuildForChangesOfItsModulesAlone() throws Exception {
    build();
    Path jdk = jdk("jdk", "25.0.1", "echo runs");
    Map<String, String> withoutMaven =
        Map.of("JAVA_HOME", jdk.toString(), "PATH", onlyPosixTools().toString());
    FileTime later = FileTime.from(Instant.now().plusSeconds(60));
    Path own = Files.createDirectories(house.resolve("my-server/src/main"));
    Files.setLastModifiedTime(own, later);
    Files.writeString(house.resolve("my-server/pom.xml"), "");
    Files.setLastModifiedTime(house.resolve("my-server/pom.xml"), later);
    Path tests = Files.createDirectories(house.resolve("bench/src/test"));
    Files.setLastModifiedTime(tests, later);

    assertThat(run(withoutMaven).text()).isEqualTo("runs\n");

    Files.setLastModifiedTime(house.resolve("bench/src/main"), later);
    assertThat(run(withoutMaven).text()).startsWith("cal: mvn is not on the PATH");
  }

  @Test
  void shouldPassOverAJdkThatIsTooOld() throws Exception {
    build();
    Path old = jdk("old", "17.0.9", "echo too old");
    Path good = jdk("good", "25", "echo the good one");

    assertThat(run(Map.of("JAVA_HOME", old.toString(), "PATH", good + "/bin:" + path())).text())
        .isEqualTo("the good one\n");
  }

  @Test
  void shouldSayWhatIsMissingWhereNothingIsBuiltAndThereIsNoMaven() throws Exception {
    Path jdk = jdk("jdk", "25.0.1", "exit 1");
    Path tools = onlyPosixTools();

    Outcome outcome = run(Map.of("JAVA_HOME", jdk.toString(), "PATH", tools.toString()));

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.text())
        .isEqualTo(
            "cal: mvn is not on the PATH; install Maven 3.8.7 or later, it builds what is run\n");
  }

  @Test
  void shouldBuildOnceForTwoTerminals() throws Exception {
    build();
    Files.delete(jar());
    Path jdk = jdk("jdk", "25.0.1", "echo runs");
    Path begun = house.resolve("begun");
    Path goes = house.resolve("goes");
    assertThat(new ProcessBuilder("mkfifo", goes.toString()).start().waitFor()).isZero();
    Path tools = maven("echo begun >> %s; read goes < %s; : > %s\n".formatted(begun, goes, jar()));
    Map<String, String> environment =
        Map.of("JAVA_HOME", jdk.toString(), "PATH", tools + ":" + path());
    Path script = copyScript();

    Process first = process(script, environment);
    Awaitility.await().until(() -> Files.exists(begun));
    Process second = process(script, environment);
    try (BufferedReader said = second.inputReader()) {
      assertThat(said.readLine()).isEqualTo("cal: waits for the build of process " + first.pid());
      Files.writeString(goes, "on\n");
      assertThat(said.readLine()).isEqualTo("runs");
    }
    assertThat(second.waitFor()).isZero();
    assertThat(ended(first).text()).endsWith("runs\n");
    assertThat(begun).hasContent("begun");
  }

  /** Each at once, also into a pipe, and without the codes by which Maven ends. */
  @Test
  void shouldSayWhichModuleIsBuilt() throws Exception {
    build();
    Files.delete(jar());
    Path jdk = jdk("jdk", "25.0.1", "echo runs");
    Path goes = house.resolve("goes");
    assertThat(new ProcessBuilder("mkfifo", goes.toString()).start().waitFor()).isZero();
    String maven =
        """
        echo '[INFO] Building CAL :: bench 0.1.0-SNAPSHOT          [2/2]'
        echo '[INFO] more'
        read goes < %s; : > %s
        printf '\\033[0m\\033[0m' >&2
        echo 'a word on the side' >&2
        """
            .formatted(goes, jar());
    Map<String, String> environment =
        Map.of("JAVA_HOME", jdk.toString(), "PATH", maven(maven) + ":" + path());

    Process process = process(copyScript(), environment);
    try (BufferedReader said = process.inputReader()) {
      assertThat(said.readLine()).startsWith("cal: building bench and what it needs");
      assertThat(said.readLine()).isEqualTo("cal: building bench [2/2]");
      Files.writeString(goes, "on\n");
      assertThat(said.lines()).containsExactly("a word on the side", "runs");
    }
    assertThat(process.waitFor()).isZero();
  }

  private Path maven(String script) throws IOException {
    Path tools = Files.createDirectories(house.resolve("maven"));
    Path maven = Files.writeString(tools.resolve("mvn"), "#!/bin/sh\n" + script);
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    return tools;
  }

  private record Outcome(int status, String text) {}

  private Path jar() {
    return house.resolve("bench/target/cal.jar");
  }

  /** A house whose build is done. */
  private void build() throws IOException {
    Files.createDirectories(house.resolve("bench/src/main"));
    Files.writeString(house.resolve("pom.xml"), "<module>bench</module>\n");
    Files.writeString(house.resolve("bench/pom.xml"), "");
    Files.createDirectories(house.resolve("build/module"));
    Files.writeString(house.resolve("build/module/pom.xml"), "");
    Files.createDirectories(jar().getParent());
    Files.writeString(jar(), "");
  }

  private Path jdk(String name, String version, String script) throws IOException {
    Path home = Files.createDirectories(house.resolve("jdks").resolve(name));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return home;
  }

  private Path onlyPosixTools() throws IOException {
    Path tools = Files.createDirectories(house.resolve("tools"));
    for (String tool : new String[] {"sh", "dirname", "sed", "head", "find", "readlink"}) {
      Path real = Path.of("/usr/bin", tool);
      Files.createSymbolicLink(
          tools.resolve(tool), Files.exists(real) ? real : Path.of("/bin", tool));
    }
    return tools;
  }

  private static String path() {
    return System.getenv("PATH");
  }

  private Outcome run(Map<String, String> environment, String... arguments) throws Exception {
    return start(copyScript(), environment, arguments);
  }

  private Path copyScript() throws IOException {
    SampleServer.skipUnless(Files.isExecutable(SCRIPT), "no script ./cal here");
    Path script = house.resolve("cal");
    return Files.copy(SCRIPT, script, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Outcome start(Path script, Map<String, String> environment, String... arguments)
      throws Exception {
    return ended(process(script, environment, arguments));
  }

  private static Process process(Path script, Map<String, String> environment, String... arguments)
      throws IOException {
    String[] command = new String[arguments.length + 1];
    command[0] = script.toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static Outcome ended(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Outcome(process.exitValue(), text);
  }
}
