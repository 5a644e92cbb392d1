package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;

/** A server in a JVM of its own; what it prints is kept, line by line. */
final class ServerProcess implements AutoCloseable {

  private static final String OPENINGS = "--add-opens=java.base/java.lang=ALL-UNNAMED";
  private static final String READY = "listening on 127.0.0.1:";
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private final Process process;

  /** Lines, each list guarded by itself. */
  private final List<String> out = new ArrayList<>();

  private final List<String> err = new ArrayList<>();

  private ServerProcess(Process process) {
    this.process = process;
    collect(process.getInputStream(), out);
    collect(process.getErrorStream(), err);
  }

  /**
   * How to start a JVM.
   *
   * @param classPath where the server's classes are, such as the woven jar
   * @param jvmArguments system properties and the like
   * @param openFiles the limit of file descriptors; 0 leaves it as it is
   * @param mainClass what to run
   */
  record Launcher(String classPath, List<String> jvmArguments, int openFiles, Class<?> mainClass) {

    /** Starts {@link Main} on the class path of this test: plain, hence sequential. */
    static Launcher plain() {
      return new Launcher(System.getProperty("java.class.path"), List.of(), 0, Main.class);
    }

    /** Starts {@link Main} woven, with every model on the class path, under one of them. */
    static Launcher woven(String model, String... settings) {
      List<String> jvmArguments = new ArrayList<>(List.of(OPENINGS, "-Dcal.model=" + model));
      for (String setting : settings) {
        jvmArguments.add("-D" + setting);
      }
      String classPath =
          WovenJar.path()
              + System.getProperty("path.separator")
              + System.getProperty("java.class.path");
      return new Launcher(classPath, jvmArguments, 0, Main.class);
    }

    Launcher withOpenFiles(int limit) {
      return new Launcher(classPath, jvmArguments, limit, mainClass);
    }

    /** With a folder before all that is on the class path. */
    Launcher withClasses(Path folder) {
      String more = folder + System.getProperty("path.separator") + classPath;
      return new Launcher(more, jvmArguments, openFiles, mainClass);
    }

    /** Without what the event loops need of the JDK. */
    Launcher withoutOpenings() {
      List<String> others = jvmArguments.stream().filter(a -> !a.equals(OPENINGS)).toList();
      return new Launcher(classPath, others, openFiles, mainClass);
    }

    Launcher withMainClass(Class<?> main) {
      return new Launcher(classPath, jvmArguments, openFiles, main);
    }

    ServerProcess start(String... arguments) throws IOException {
      List<String> command = new ArrayList<>();
      if (openFiles > 0) {
        command.addAll(List.of("sh", "-c", "ulimit -n " + openFiles + "; exec \"$0\" \"$@\""));
      }
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // none lives long
      command.addAll(jvmArguments);
      command.addAll(List.of("-cp", classPath, mainClass.getName()));
      command.addAll(List.of(arguments));
      return new ServerProcess(new ProcessBuilder(command).start());
    }
  }

  private void collect(InputStream stream, List<String> lines) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (BufferedReader reader =
                  new BufferedReader(new InputStreamReader(stream, Charset.defaultCharset()))) {
                reader.lines().forEach(line -> add(lines, line));
              } catch (IOException | UncheckedIOException ended) {
                add(lines, ended.toString());
              }
            });
  }

  private static void add(List<String> lines, String line) {
    synchronized (lines) {
      lines.add(line);
    }
  }

  private static List<String> copy(List<String> lines) {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  /** Waits until the server is ready, and returns its port. */
  int port() {
    awaitOut(READY);
    return Integer.parseInt(
        out().stream().filter(l -> l.startsWith(READY)).findFirst().orElseThrow().split(":", 2)[1]);
  }

  /** Looks more often than Awaitility would: there are hundreds of such servers. */
  private static ConditionFactory patiently() {
    return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10)).atMost(DEADLINE);
  }

  void awaitOut(String text) {
    patiently()
        .failFast("the server ended", () -> !process.isAlive() && !has(out, text))
        .until(() -> has(out, text));
  }

  void awaitErr(String text) {
    patiently().until(() -> has(err, text));
  }

  /** Waits until the server has taken from its socket all that a client has sent. */
  void awaitRead(Client client) {
    String local = String.format(":%04X", client.serverPort());
    String peer = String.format(":%04X", client.localPort());
    patiently()
        .untilAsserted(
            () ->
                assertThat(unread(local, peer))
                    .as("unread; server: %s", err)
                    .isEqualTo("00000000"));
  }

  /** The receive queue of the server's socket to a peer, as Linux shows it: hexadecimal bytes. */
  private static String unread(String local, String peer) throws IOException {
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] columns = line.strip().split("\\s+", -1);
        if (columns[1].endsWith(local) && columns[2].endsWith(peer)) {
          return columns[4].substring(columns[4].indexOf(':') + 1);
        }
      }
    }
    return "no such socket";
  }

  private static boolean has(List<String> lines, String text) {
    return copy(lines).stream().anyMatch(l -> l.contains(text));
  }

  long pid() {
    return process.pid();
  }

  List<String> out() {
    return copy(out);
  }

  List<String> err() {
    return copy(err);
  }

  /** Waits until the server has ended, and returns its exit status. */
  int exitStatus() throws InterruptedException {
    if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("the server still runs: out=" + out() + " err=" + err());
    }
    return process.exitValue();
  }

  /** Lets the server go on where it waits for a byte on its standard input. */
  void poke() throws IOException {
    say("");
  }

  /** Gives the server a line on its standard input. */
  void say(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    process.getOutputStream().flush();
  }

  /** SIGTERM. */
  void terminate() {
    process.toHandle().destroy();
  }

  /** {@code kill -9}. */
  void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    exitStatus();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
