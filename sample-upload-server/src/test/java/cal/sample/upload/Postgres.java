package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of a test's own, which can be killed and started again. It refuses root, for
 * whom it runs as the user {@code postgres}, whom Debian's package makes.
 */
final class Postgres implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final String USER = "postgres";

  private final Path programs;
  private final Path data;
  private final Path log;
  private final int port;
  private Process server;

  private Postgres(Path programs, Path folder) throws IOException {
    this.programs = programs;
    this.data = folder.resolve("data");
    this.log = folder.resolve("log");
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
  }

  /** Where its programs are; empty where they are not installed. */
  static Optional<Path> programs() throws IOException {
    List<Path> folders = new ArrayList<>();
    Path debian = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(debian)) {
      try (Stream<Path> versions = Files.list(debian)) {
        versions.map(version -> version.resolve("bin")).forEach(folders::add);
      }
    }
    for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
      folders.add(Path.of(folder));
    }
    return folders.stream()
        .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
        .filter(folder -> Files.isExecutable(folder.resolve("postgres")))
        .findFirst();
  }

  /** Makes a database in an empty folder, and starts its server. */
  static Postgres start(Path programs, Path folder) throws Exception {
    if (isRoot()) {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
    }
    Postgres postgres = new Postgres(programs, folder);
    Process made =
        postgres.run("initdb", "-D", postgres.data.toString(), "-U", "cal", "-A", "trust", "-N");
    assertThat(made.waitFor(2, TimeUnit.MINUTES)).as("initdb ends").isTrue();
    assertThat(made.exitValue()).as("initdb: %s", postgres.log()).isZero();
    postgres.start();
    return postgres;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private Process run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups"));
    }
    command.add(programs.resolve(program).toString());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .directory(data.getParent().toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private String log() throws IOException {
    return Files.exists(log, LinkOption.NOFOLLOW_LINKS) ? Files.readString(log) : "no log";
  }

  /** Under which a store reaches it. */
  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=cal";
  }

  /** Starts the server, and waits until it answers: after a kill it recovers first. */
  void start() {
    await()
        .pollDelay(Duration.ZERO)
        .atMost(DEADLINE)
        .untilAsserted(
            () -> {
              if (server == null || !server.isAlive()) {
                server = run("postgres", "-D", data.toString(), "-p", "" + port, "-k", "");
              }
              assertThat(answers()).as("it answers: %s", log()).isTrue();
            });
  }

  private boolean answers() {
    try (java.sql.Connection connection = DriverManager.getConnection(url())) {
      return connection.isValid(0);
    } catch (SQLException notYet) {
      return false;
    }
  }

  /** {@code kill -9} of the server and of all its processes. */
  void kill() throws InterruptedException {
    List<ProcessHandle> all = new ArrayList<>(List.of(server.toHandle()));
    server.descendants().forEach(all::add);
    all.forEach(ProcessHandle::destroyForcibly);
    assertThat(server.waitFor(2, TimeUnit.MINUTES)).isTrue();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
