package cal.sample.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a JVM of its own; what it prints is kept, line by line. */
public final class ServerProcess implements AutoCloseable {
  public static final String PLAIN = "unwoven";

  private static final Pattern READY = Pattern.compile("listening on (.*):(\\d+)");
  private static final String PLAIN_HOST = "127.0.0.1";
  private static final String SECURE_HOST = "localhost";
  static final String IMPATIENT_HOST = "127.0.0.2";
  static final String GOPHER_HOST = "127.0.0.3";
  private static final List<String> HOSTS =
      List.of(PLAIN_HOST, SECURE_HOST, IMPATIENT_HOST, GOPHER_HOST);
  private static final long DEADLINE_SECONDS = 120;

  /** So many connections may be there at a time. */
  static final int PLACES = 40;

  private final Process process;
  private final Map<String, CompletableFuture<Integer>> ports = new ConcurrentHashMap<>();
  private final List<String> said = new ArrayList<>();

  private ServerProcess(Process process) {
    this.process = process;
    Thread.ofPlatform().daemon().start(this::collect);
  }

  /** Starts all servers under a model, or unwoven; a step that waits in vain is called soon. */
  public static ServerProcess start(String model, String... arguments) throws IOException {
    String plain = System.getProperty("java.class.path");
    String separator = System.getProperty("path.separator");
    boolean woven = !model.equals(PLAIN);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    command.add("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");
    command.add("--enable-native-access=ALL-UNNAMED");
    if (woven) {
      String[] models = model.split(", requests by ");
      command.add("-Dcal.model=" + models[0]);
      if (models.length > 1) {
        command.add("-Dcal.stage.request.model=" + models[1]);
      }
      if (!model.equals("sequential")) {
        command.add("-Dcal.stage.connection.max-in-flight=" + PLACES);
      }
      command.add("-Dcal.shutdown-timeout=1m");
      command.add("-Dcal.reactive.call-left-after=200ms");
    }
    command.add("-cp");
    command.add(woven ? System.getProperty("woven.classes") + separator + plain : plain);
    command.add(AllServers.class.getName());
    command.addAll(List.of(arguments));
    command.addAll(List.of("--port", "0"));
    return new ServerProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  private void collect() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), Charset.defaultCharset()))) {
      reader.lines().forEach(this::add);
      end(new IOException("the server ended: " + said()));
    } catch (IOException | UncheckedIOException ended) {
      end(ended);
    }
  }

  private void end(Exception reason) {
    HOSTS.forEach(host -> port(host).completeExceptionally(reason));
  }

  private CompletableFuture<Integer> port(String host) {
    return ports.computeIfAbsent(host, any -> new CompletableFuture<>());
  }

  private void add(String line) {
    synchronized (said) {
      said.add(line);
    }
    Matcher ready = READY.matcher(line);
    if (ready.matches()) {
      port(ready.group(1)).complete(Integer.parseInt(ready.group(2)));
    }
  }

  List<String> said() {
    synchronized (said) {
      return List.copyOf(said);
    }
  }

  /** Waits until the plain server is ready, and returns its port. */
  public int port() throws Exception {
    return await(port(PLAIN_HOST));
  }

  /** Waits until the server of TLS is ready, and returns its port. */
  int securePort() throws Exception {
    return await(port(SECURE_HOST));
  }

  /** Waits until the impatient server of TLS is ready, and returns its port. */
  int impatientPort() throws Exception {
    return await(port(IMPATIENT_HOST));
  }

  /** Waits until the server of Gopher is ready, and returns its port. */
  int gopherPort() throws Exception {
    return await(port(GOPHER_HOST));
  }

  private int await(CompletableFuture<Integer> future) throws Exception {
    try {
      return future.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError("the server is not ready: " + said(), late);
    }
  }

  /**
   * Holdings of a process.
   *
   * @param heap bytes of live objects
   */
  record Holdings(int descriptors, int threads, long heap) {}

  /** Tells the holdings of the server now. */
  Holdings holdings() throws IOException, InterruptedException {
    return new Holdings(descriptors(), count("task"), Hostile.COUNT == null ? 0 : heap());
  }

  /** Tells how many files and sockets the server has open now. */
  int descriptors() {
    return count("fd");
  }

  private int count(String folder) {
    String[] all = Path.of("/proc", String.valueOf(process.pid()), folder).toFile().list();
    return all == null ? 0 : all.length;
  }

  private long heap() throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    String pid = String.valueOf(process.pid());
    Process histogram = new ProcessBuilder(jcmd, pid, "GC.class_histogram").start();
    try (BufferedReader lines = histogram.inputReader()) {
      String last = lines.lines().reduce("", (before, line) -> line.isBlank() ? before : line);
      histogram.waitFor();
      return Long.parseLong(last.strip().split(" +")[2]);
    }
  }

  /** SIGTERM. */
  void terminate() {
    process.toHandle().destroy();
  }

  /** SIGSTOP or SIGCONT: what clients send while it is held stays with the kernel. */
  void signal(String name) throws IOException, InterruptedException {
    String pid = String.valueOf(process.pid());
    if (new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor() != 0) {
      throw new IOException("kill -" + name + " " + pid + " failed");
    }
  }

  /** Waits until the server has ended, and returns its exit status. */
  int exitStatus() throws InterruptedException {
    if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the server still runs: " + said());
    }
    return process.exitValue();
  }

  @Override
  public void close() throws InterruptedException {
    process.toHandle().destroyForcibly();
    exitStatus();
  }
}
