package cal.cli.server;

import cal.cli.process.Child;
import cal.cli.process.ProcessTree;
import cal.cli.support.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server in a process of its own, from {@code listening on HOST:PORT} to SIGTERM. The server does
 * not outlive this process, like a {@link Child}. Not thread-safe.
 */
public final class ServerProcess implements AutoCloseable {
  /** How long a start takes, about. */
  public static final Duration USUAL_START = Duration.ofMillis(1200);

  /** The exit status of a JVM after SIGTERM: 128 + 15. */
  private static final int TERMINATED = 143;

  private static final Pattern LISTENING =
      Pattern.compile("(?:(\\w+) )?listening on (\\S+):(\\d+)");
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
  private static final Duration LAST_WORDS_LIMIT = Duration.ofSeconds(1);
  private static final int KEPT_LINES = 20;

  private final Child child;
  private final Process process;
  private final Thread listener;
  private final Deque<String> complaints = new ArrayDeque<>();
  private final Map<String, InetSocketAddress> named = new ConcurrentHashMap<>();
  private final CompletableFuture<InetSocketAddress> address = new CompletableFuture<>();

  private ServerProcess(Child child) {
    this.child = child;
    process = child.process();
    Thread.ofVirtual().start(this::readOutput);
    listener = Thread.ofVirtual().start(this::readComplaints);
  }

  /**
   * The {@code java} of this process, with a class path, and open for event loops; options and the
   * main class follow.
   */
  public static List<String> java(String classPath) {
    return new ArrayList<>(
        List.of(
            java(),
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "-cp",
            classPath));
  }

  /** The {@code java} of this process. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * Starts a server and waits for a listening server.
   *
   * @throws Failure with status 2 and the server's own words without a listening server
   */
  public static ServerProcess start(List<String> command) throws InterruptedException {
    ServerProcess server;
    try {
      server = new ServerProcess(Child.start(new ProcessBuilder(command)));
    } catch (IOException e) {
      throw new Failure(2, "cannot start " + String.join(" ", command) + ": " + e.getMessage(), e);
    }
    try {
      server.address.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
      return server;
    } catch (InterruptedException e) {
      server.close();
      throw e;
    } catch (ExecutionException | TimeoutException e) {
      server.close();
      throw new Failure(2, "the server did not start: " + server.lastWords(), e);
    }
  }

  public InetSocketAddress address() {
    return address.join();
  }

  /**
   * A listener of several, told as {@code NAME listening on HOST:PORT}, before the line without a
   * name.
   *
   * @throws IllegalArgumentException without such a name
   */
  public InetSocketAddress address(String name) {
    InetSocketAddress there = named.get(name);
    if (there == null) {
      throw new IllegalArgumentException(name + " is none of the listeners " + named.keySet());
    }
    return there;
  }

  /** The server's last lines on standard error since the last call. */
  public List<String> takeComplaints() {
    synchronized (complaints) {
      List<String> taken = List.copyOf(complaints);
      complaints.clear();
      return taken;
    }
  }

  public long pid() {
    return process.pid();
  }

  /** Lets the server and its children stand still, by SIGSTOP; requests wait. */
  public void hold() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Lets the server go on. */
  public void goOn() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    List<String> kill = new ArrayList<>(List.of("kill", "-" + name));
    new ProcessTree(pid()).pids().forEach(each -> kill.add(each.toString()));
    if (new ProcessBuilder(kill).inheritIO().start().waitFor() != 0) {
      throw new Failure(1, "a server cannot be held: it is gone: " + lastWords());
    }
  }

  /** Ends the server by SIGTERM; returns a failure as a sentence, or null. */
  public String stop() throws InterruptedException {
    process.toHandle().destroy(); // Process.destroy would close the pipe of its last words, too
    boolean ended = process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
    close();
    if (!ended) {
      return "it went on for " + STOP_LIMIT.toSeconds() + " s after SIGTERM and was killed";
    }
    int status = process.exitValue();
    return status == 0 || status == TERMINATED
        ? null
        : "exit status " + status + " after SIGTERM: " + lastWords();
  }

  /** Kills the running server. Idempotent. */
  @Override
  public void close() {
    child.close();
  }

  private void readOutput() {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher listening = LISTENING.matcher(line);
        if (listening.matches()) {
          InetSocketAddress there =
              new InetSocketAddress(listening.group(2), Integer.parseInt(listening.group(3)));
          if (listening.group(1) == null) {
            address.complete(there);
          } else {
            named.put(listening.group(1), there);
          }
        }
      }
      process.waitFor(1, TimeUnit.SECONDS);
      address.completeExceptionally(new IOException("standard output ended"));
    } catch (IOException e) {
      address.completeExceptionally(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void readComplaints() {
    try (BufferedReader lines = process.errorReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        keep(line);
      }
    } catch (IOException e) {
      keep(e.toString());
    }
  }

  private void keep(String line) {
    synchronized (complaints) {
      complaints.addLast(line);
      if (complaints.size() > KEPT_LINES) {
        complaints.removeFirst();
      }
    }
  }

  /** The server's last complaints, with the text left in the pipe. */
  private String lastWords() throws InterruptedException {
    listener.join(LAST_WORDS_LIMIT);
    synchronized (complaints) {
      return complaints.isEmpty()
          ? "it said nothing"
          : String.join("\n", complaints).replaceFirst("^cal: ", "");
    }
  }
}
