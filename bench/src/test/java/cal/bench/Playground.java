package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.agent.top.RunningServer;
import cal.agent.top.Unreachable;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * Two folders in which documented commands run: a fresh build of the repository, and one that has
 * the agent's jar alone. Both have the files that the documents' user has: {@code server.jar}, its
 * classes and its binding. For one thread.
 */
final class Playground implements AutoCloseable {
  private static final Path HOUSE = Path.of("..").toAbsolutePath().normalize();
  private static final Path FILES = Path.of("src/test/commands").toAbsolutePath();
  private static final String JAVA_HOME = System.getProperty("java.home");
  private static final Pattern PORT = Pattern.compile("\\b(7[04]\\d\\d|8080|5701)\\b");
  private static final String PID = "4711";

  /** Is made by each command that makes it. */
  private static final String PROJECT = "my-server";

  private final Path house;
  private final Path alone;
  private final Map<String, String> ports = new HashMap<>();
  private Running operated;
  private int projects;

  Playground(Path folder) throws Exception {
    house = folder.resolve("house");
    alone = Files.createDirectory(folder.resolve("alone"));
    copy(HOUSE.resolve("docs"), alone.resolve("docs"));
    Path source = alone.resolve("docs/echo/Server.java");
    Files.writeString(source, withPorts(Files.readString(source)));
    makeTheUsersFiles(alone);
    copy(alone, house);
    for (Path place : List.of(house, alone)) {
      for (String sample : List.of("sample-upload-server", "sample-web-server")) {
        Path own = Files.createDirectory(place.resolve(sample));
        Files.copy(HOUSE.resolve(sample).resolve("cal.yaml"), own.resolve("cal.yaml"));
        Files.createSymbolicLink(own.resolve("target"), HOUSE.resolve(sample).resolve("target"));
      }
    }
    Files.copy(Jvm.AGENT, alone.resolve("cal.jar"));
    makeTheHouse();
  }

  /** Nothing here is newer than the build, so that {@code ./cal} never begins one. */
  private void makeTheHouse() throws IOException {
    Files.copy(HOUSE.resolve("cal"), house.resolve("cal"));
    for (String module : List.of("bench", "cal-agent")) {
      Path own = Files.createDirectory(house.resolve(module));
      Files.createSymbolicLink(own.resolve("target"), HOUSE.resolve(module).resolve("target"));
    }
    Files.createSymbolicLink(
        house.resolve("bench/experiments"), HOUSE.resolve("bench/experiments"));
    Files.createDirectories(house.resolve("build/module"));
    Files.createDirectories(house.resolve("bench/src/main"));
    for (String pom : List.of("pom.xml", "bench/pom.xml", "build/module/pom.xml")) {
      Path file = Files.writeString(house.resolve(pom), "");
      Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    }
    Files.setLastModifiedTime(house.resolve("bench/src/main"), FileTime.fromMillis(0));
    Files.writeString(
        house.resolve("mine.yaml"),
        Fence.of(HOUSE.resolve("docs/benchmarks.md"), "yaml").getFirst());
  }

  private void makeTheUsersFiles(Path place) throws Exception {
    Path classes = Files.createDirectories(place.resolve("target/classes"));
    Path sources = place.resolve("src");
    copy(FILES.resolve("src"), sources);
    Path main = sources.resolve("com/acme/Main.java");
    Files.writeString(main, withPorts(Files.readString(main)));
    Jvm.compile(classes, sources);
    Jvm.compile(place.resolve("target/echo"), place.resolve("docs/echo"));
    Jvm.compile(place.resolve("target/paper"), place.resolve("docs/paper"));
    Files.copy(FILES.resolve("cal.yaml"), place.resolve("cal.yaml"));
    String jar = JAVA_HOME + "/bin/jar";
    run(place, jar + " cfe server.jar com.acme.Main -C target/classes .");
    Path wrk = Files.createDirectories(place.resolve("bin")).resolve("wrk");
    Files.writeString(wrk, "#!/bin/sh\nexec java -cp server.jar com.acme.Load \"$@\"\n");
    assertThat(wrk.toFile().setExecutable(true)).isTrue();
    Outcome bindings =
        run(
            place,
            "java -cp %s org.aspectj.tools.ajc.Main --release 25 -outxml -classpath %s"
                    .formatted(
                        System.getProperty("ajc.jar"),
                        System.getProperty("java.class.path") + File.pathSeparator + "server.jar")
                + " -outjar bindings.jar "
                + FILES.resolve("aspects/MainActivities.aj"));
    assertThat(bindings.status()).as(bindings.err()).isZero();
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes unused)
              throws IOException {
            Files.createDirectory(to.resolve(from.relativize(folder).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes unused)
              throws IOException {
            Files.copy(file, to.resolve(from.relativize(file).toString()));
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** The same with ports that are free here; each port of the documents has its own. */
  private String withPorts(String text) {
    return PORT.matcher(text)
        .replaceAll(match -> ports.computeIfAbsent(match.group(), any -> Jvm.freePort()));
  }

  private String here(String command) throws IOException, InterruptedException {
    String line = withPorts(command).replace(PROJECT, PROJECT + ++projects);
    return line.contains(PID) ? line.replace(PID, String.valueOf(operated())) : line;
  }

  /** The id of a server that is looked at, or switched: each command has one of its own. */
  private long operated() throws IOException {
    close();
    operated =
        start(
            alone,
            "exec java -XX:+EnableDynamicAgentLoading -javaagent:cal.jar -Dcal.config=cal.yaml"
                + " -Dcal.model=virtual -jar server.jar --port 0");
    Awaitility.await("the server runs CAL")
        .atMost(Duration.ofMinutes(Running.MINUTES))
        .until(this::runsCal);
    return operated.pid();
  }

  private boolean runsCal() {
    try (RunningServer server = RunningServer.of(operated.pid())) {
      return server != null;
    } catch (Unreachable notYet) {
      return false;
    }
  }

  /**
   * Each place and command by which a user may run a documented one, of the jars that have it. The
   * script starts the jar of the repository: commands that no build runs are not run by it again.
   */
  List<Runnable> forms(Documented documented, List<String> ofRepository) {
    String line = documented.run();
    List<Runnable> forms = new ArrayList<>();
    boolean script = line.startsWith("./cal ");
    boolean repository = script && ofRepository.contains(documented.word());
    boolean agent = script && !repository && !documented.word().startsWith("-");
    boolean house = line.contains("./cal ") || line.contains("bench/");
    forms.add(() -> check(documented, house ? this.house : alone, line));
    if (!house && !line.contains(".jar")) {
      forms.add(() -> check(documented, this.house, line));
    }
    if (repository && documented.first()) {
      forms.add(() -> check(documented, this.house, by("bench/target/cal.jar", line)));
    }
    if (agent) {
      forms.add(() -> check(documented, this.house, by("cal-agent/target/cal.jar", line)));
      if (!line.contains("bench/")) {
        forms.add(() -> check(documented, alone, by("cal.jar", line)));
      }
    }
    return forms;
  }

  private static String by(String jar, String line) {
    return "java -jar " + jar + line.substring("./cal".length());
  }

  private void check(Documented documented, Path place, String line) {
    try {
      Running beside = documented.beside() == null ? null : start(place, here(documented.beside()));
      try {
        if (beside != null) {
          beside.await("listening on ");
        }
        Running running = start(place, here(line));
        try {
          if (documented.says() != null) {
            running.await(documented.says());
          }
          if (!documented.serves()) {
            assertThat(documented.status()).as("%s: %s", line, running).contains(running.status());
          }
        } finally {
          running.end();
        }
      } finally {
        if (beside != null) {
          beside.end();
        }
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(line, e);
    }
  }

  private Outcome run(Path place, String line) throws Exception {
    return Outcome.of(place, builder(place, line));
  }

  private ProcessBuilder builder(Path place, String line) {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", line).directory(place.toFile());
    builder.environment().put("JAVA_HOME", JAVA_HOME);
    Jvm.makeQuick(builder);
    builder
        .environment()
        .merge(
            "PATH", place.resolve("bin") + ":" + JAVA_HOME + "/bin", (old, own) -> own + ":" + old);
    return builder;
  }

  private Running start(Path place, String line) throws IOException {
    return new Running(line, builder(place, line).redirectErrorStream(true).start());
  }

  /** Ends the server that is looked at. */
  @Override
  public void close() {
    if (operated != null) {
      operated.end();
      operated = null;
    }
  }
}
