package cal.sample.orb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server in a JVM of its own: woven under a model, or JacORB as it is. */
final class Drill implements AutoCloseable {
  /** JacORB as it is. */
  static final String STOCK = "none";

  /** JacORB's own monitors are regions. */
  static final String REGIONS = " config=regions.yaml";

  /** The same, under the policy of CSP. */
  static final String CSP = "synchronization=csp" + REGIONS;

  private static final Path AGENT = Path.of("../cal-agent/target/cal.jar").toAbsolutePath();
  private static final Path PLAIN = Path.of("target/classes");

  /** Each model, and two pairs. */
  static final List<String> MODELS =
      List.of(
          "thread",
          "thread-pool",
          "executor-pool",
          "virtual",
          "reactive",
          "reactive-pool",
          "jcsp-pool",
          "reactive stage.request.model=executor-pool");

  private static final long DEADLINE_SECONDS = 120;

  /** The agent weaves all of JacORB before it starts. */
  private static final long START_SECONDS = 100;

  private final Process process;
  private final BlockingQueue<String> out = new LinkedBlockingQueue<>();
  private final List<String> err = new ArrayList<>();
  private String reference;
  private int port;
  private int tlsPort;

  private Drill(List<String> command) throws IOException {
    process = new ProcessBuilder(command).start();
    follow(process.inputReader(), out::add);
    follow(process.errorReader(), this::keep);
  }

  /**
   * Starts a server and waits until it listens.
   *
   * @param model a model, with settings after it, all separated by blanks; {@link #STOCK}
   * @param main what to run
   * @param arguments its arguments
   */
  static Drill start(String model, Class<?> main, String... arguments) throws Exception {
    List<String> command = java();
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    if (!model.equals(STOCK)) {
      command.addAll(settings(model));
    }
    command.addAll(List.of("-cp", classPath(model.equals(STOCK)), main.getName()));
    command.addAll(List.of(arguments));
    return started(command);
  }

  /**
   * Starts JacORB as it is, woven by the agent when it is loaded.
   *
   * @param aspects a folder with the adapter's aspects
   * @param cache where the agent keeps what it wove
   * @param model as for {@link #start}
   */
  static Drill startByAgent(Path aspects, Path cache, String model, String... arguments)
      throws Exception {
    List<String> command = java();
    command.add("-javaagent:" + AGENT);
    command.add("-Dcal.cache=" + cache);
    command.addAll(settings(model));
    String classPath = classPath(true) + File.pathSeparator + aspects;
    command.addAll(List.of("-cp", classPath, DrillServer.class.getName()));
    command.addAll(List.of(arguments));
    return started(command);
  }

  /** Takes the classes that only ajc makes into a folder, as the jar {@code bindings} has them. */
  static void takeAspects(Path folder) throws IOException {
    assumeThat(AGENT).as("the agent's jar, which mvn verify builds").exists();
    Path woven = Path.of(System.getProperty("woven.classes"));
    copy(woven, Path.of("META-INF/aop-ajc.xml"), folder);
    try (Stream<Path> files = Files.list(woven.resolve("cal/sample/orb/adapter"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path name = woven.relativize(file);
        if (!Files.exists(PLAIN.resolve(name))) {
          copy(woven, name, folder);
        }
      }
    }
  }

  private static void copy(Path from, Path name, Path to) throws IOException {
    Files.createDirectories(to.resolve(name).getParent());
    Files.copy(from.resolve(name), to.resolve(name));
  }

  /** The model of the stage of requests. */
  static String modelOf(String model) {
    return model.replaceFirst(".*request\\.model=", "").replaceFirst(" .*", "");
  }

  /** The start of a command. */
  static List<String> java() {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC"));
  }

  private static List<String> settings(String model) {
    String[] words = model.split(" ");
    List<String> settings = new ArrayList<>(List.of("-Dcal.model=" + words[0]));
    Arrays.stream(words)
        .skip(1)
        .map(setting -> setting.startsWith("orb.") ? setting : "cal." + setting)
        .forEach(setting -> settings.add("-D" + setting));
    return settings;
  }

  private static Drill started(List<String> command) throws Exception {
    Drill drill = new Drill(command);
    try {
      drill.awaitListening();
      return drill;
    } catch (AssertionError | Exception failure) {
      drill.close();
      throw failure;
    }
  }

  /** The plain upload sample, since its binding is not ours; or the woven whole before all. */
  private static String classPath(boolean stock) {
    List<String> path = new ArrayList<>();
    path.add(
        stock ? "../sample-upload-server/target/classes" : System.getProperty("woven.classes"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.contains("sample-upload-server") && (stock || !isWovenElsewhere(entry))) {
        path.add(entry);
      }
    }
    return String.join(File.pathSeparator, path);
  }

  private static boolean isWovenElsewhere(String entry) {
    return entry.endsWith(
            "sample-orb-adapter" + File.separator + "target" + File.separator + "classes")
        || entry.matches(".*jacorb-\\d[^/\\\\]*\\.jar");
  }

  private static void follow(BufferedReader lines, java.util.function.Consumer<String> keeper) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (lines) {
                lines.lines().forEach(keeper);
              } catch (IOException | java.io.UncheckedIOException ended) {
                keeper.accept(ended.toString());
              }
            });
  }

  private void keep(String line) {
    synchronized (err) {
      err.add(line);
    }
  }

  List<String> err() {
    synchronized (err) {
      return List.copyOf(err);
    }
  }

  private void awaitListening() throws InterruptedException {
    String line = "";
    while (!line.startsWith("listening on ")) {
      line = nextLine(START_SECONDS);
      if (line.startsWith("reference ")) {
        reference = line.substring("reference ".length());
      } else if (line.startsWith("tls ")) {
        tlsPort = Integer.parseInt(line.substring("tls ".length()));
      }
    }
    port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
  }

  private String nextLine(long seconds) throws InterruptedException {
    String line = out.poll(seconds, TimeUnit.SECONDS);
    assertThat(line).as("the server's next line; it complained: %s", err()).isNotNull();
    return line;
  }

  int port() {
    return port;
  }

  /** Where it listens for TLS; 0 if it does not. */
  int tlsPort() {
    return tlsPort;
  }

  /** A reference to the desk of the POA {@code plain}. */
  String reference() {
    return reference;
  }

  /** Tells the server what to do. */
  void tell(String command) throws IOException {
    process.outputWriter().write(command + "\n");
    process.outputWriter().flush();
  }

  /** Tells it, and waits until that is done. */
  void command(String command) throws IOException, InterruptedException {
    tell(command);
    awaitDone(command);
  }

  void awaitDone(String command) throws InterruptedException {
    assertThat(nextLine(DEADLINE_SECONDS)).isEqualTo("done " + command);
  }

  /** Waits until its ORB is shut down, as it was told. */
  void awaitEnd() throws InterruptedException {
    String line = nextLine(DEADLINE_SECONDS);
    while (!line.equals("ended")) {
      line = nextLine(DEADLINE_SECONDS);
    }
  }

  /** SIGTERM. */
  void terminate() {
    process.toHandle().destroy();
  }

  int exitStatus() throws InterruptedException {
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).as("the end of it").isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.toHandle().destroyForcibly();
  }
}
