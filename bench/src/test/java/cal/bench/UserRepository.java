package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Maven as users have it, offline: with a repository of what this build has used, and of CAL as
 * this build has made it. Safe for several threads.
 */
final class UserRepository implements AutoCloseable {
  static final String VERSION = "0.1.0-SNAPSHOT";

  private static final Path HOUSE = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> MODULES =
      List.of(
          "cal-weave",
          "cal-core",
          "cal-executor",
          "cal-reactive",
          "cal-test",
          "cal-agent",
          "cal-maven-plugin");

  private final List<Path> links = new ArrayList<>();
  private final Path repository;

  /** The end of a build. */
  record Build(int status, String said) {}

  /** Makes it in a folder; skips the test where something is not built. */
  UserRepository(Path folder) throws IOException {
    Jvm.requireAgent();
    Path used = Path.of(System.getProperty("settings.localRepository"));
    repository = Files.createDirectories(folder.resolve("repository"));
    link(used, repository, "org");
    link(used.resolve("org"), Files.createDirectory(repository.resolve("org")), "calaspects");
    deploy("cal-parent", HOUSE.resolve("pom.xml"), ".pom");
    deploy("cal-module", HOUSE.resolve("build/module/pom.xml"), ".pom");
    deploy("cal-bom", HOUSE.resolve("cal-bom/pom.xml"), ".pom");
    for (String module : MODULES) {
      deploy(module, HOUSE.resolve(module + "/pom.xml"), ".pom");
      deploy(module, HOUSE.resolve(module + "/target/" + module + "-" + VERSION + ".jar"), ".jar");
    }
    deploy("cal-agent", Jvm.AGENT, "-all.jar");
  }

  /** Whatever is in a folder but for one name, which is the caller's to make. */
  private void link(Path from, Path to, String without) throws IOException {
    try (Stream<Path> all = Files.list(from)) {
      for (Path one : all.filter(each -> !each.endsWith(without)).toList()) {
        links.add(Files.createSymbolicLink(to.resolve(one.getFileName()), one));
      }
    }
  }

  private void deploy(String artifact, Path file, String ending) throws IOException {
    Path folder = repository.resolve("org/calaspects").resolve(artifact).resolve(VERSION);
    Files.createDirectories(folder);
    Files.copy(file, folder.resolve(artifact + "-" + VERSION + ending));
  }

  /** A folder of it. */
  Path resolve(String path) {
    return repository.resolve(path);
  }

  /** The jar of CAL, or of what this build has used. */
  Path jar(String group, String artifact, String version) {
    return repository
        .resolve(group.replace('.', '/'))
        .resolve(artifact)
        .resolve(version)
        .resolve(artifact + "-" + version + ".jar");
  }

  /** Runs Maven to its end, on the Java of this test. */
  Build maven(Path project, String... words) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(mavenAnd(words)).directory(project.toFile());
    // Maven alone; the java on the PATH may be older. The page says so.
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return run(builder);
  }

  /** The same on the Java of the Maven that builds this, which may be older. */
  Build mavenOnItsOwnJava(Path project, String... words) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(mavenAnd(words)).directory(project.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("maven.java.home"));
    builder.environment().put("JAVA25_HOME", System.getProperty("java.home"));
    return run(builder);
  }

  private List<String> mavenAnd(String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("maven.home"), "bin", "mvn").toString());
    command.addAll(List.of("-o", "-B", "-Dmaven.repo.local=" + repository));
    command.addAll(List.of(words));
    return command;
  }

  private static Build run(ProcessBuilder builder) throws Exception {
    Path said = builder.directory().toPath().resolve("said.txt");
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    boolean ended = process.waitFor(240, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    String text = Files.readString(said);
    assertThat(ended).as(text).isTrue();
    return new Build(process.exitValue(), text);
  }

  /** JUnit would tell of each link that it deletes with its folder. */
  @Override
  public void close() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }
}
