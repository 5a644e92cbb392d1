package cal.agent.advise;

import cal.core.internal.os.Affinity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The user's load: a command of the shell, begun again at each end. The output goes to a file. Not
 * thread-safe.
 */
final class Load implements AutoCloseable {
  /** The shell's status of an unknown command. */
  private static final int NOT_FOUND = 127;

  /** The shell's status of a command that cannot run. */
  private static final int NO_PROGRAM = 126;

  private static final Duration END = Duration.ofSeconds(5);

  /** Lines of a JVM with the reason of a failed start. */
  private static final int LAST = 3;

  private final String command;
  private final Path words;

  private Process process;
  private long runs;
  private String failure = "";

  private Load(String command, Path words) {
    this.command = command;
    this.words = words;
  }

  static Load of(String command, Path words) throws IOException {
    Load load = new Load(command, words);
    load.begin();
    return load;
  }

  private void begin() throws IOException {
    process =
        onHalf(
            new ProcessBuilder(List.of("/bin/sh", "-c", command))
                .redirectErrorStream(true)
                .redirectOutput(words.toFile()));
  }

  /**
   * Starts clients on the second half of the cores, since real clients have a machine of their own:
   * between clients, an event loop does not batch, and looks as dear as threads.
   */
  private static Process onHalf(ProcessBuilder clients) throws IOException {
    BitSet all = Affinity.missing() == null ? Affinity.ofThread() : new BitSet();
    BitSet half = new BitSet();
    all.stream().skip((all.cardinality() + 1) / 2).forEach(half::set);
    if (half.isEmpty()) {
      return clients.start();
    }
    Affinity.set(half);
    try {
      return clients.start();
    } finally {
      Affinity.set(all);
    }
  }

  /**
   * Begins the load again after its end.
   *
   * @return whether the load has ended with a failure
   * @throws Untried if the command is none
   */
  boolean goOn() throws IOException {
    if (process.isAlive()) {
      return false;
    }
    int status = process.exitValue();
    if (status == 0) {
      runs++;
    } else {
      failure = "the load ended with status %d: %s".formatted(status, lastWords(words));
    }
    if (status == NOT_FOUND || status == NO_PROGRAM) {
      throw new Untried(failure + "; give --load a command of the shell", null);
    }
    begin();
    return status != 0;
  }

  /** The reason of the last failed run. */
  String failure() {
    return failure;
  }

  /**
   * Nanoseconds of processor time of all its processes. Ended processes count for this process, and
   * no server ends while a load goes on.
   */
  long cpu() throws IOException {
    long nanos = Proc.ofEnded();
    for (ProcessHandle one : all()) {
      nanos += Proc.of(one.pid());
    }
    return nanos;
  }

  /** Lets all its processes stand still. */
  void hold() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Lets all its processes go on. */
  void release() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** Processes that have just ended need no signal. */
  private void signal(String name) throws IOException, InterruptedException {
    StringBuilder kill = new StringBuilder("kill -" + name);
    all().forEach(one -> kill.append(' ').append(one.pid()));
    new ProcessBuilder("/bin/sh", "-c", kill.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private List<ProcessHandle> all() {
    return Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
  }

  /** Runs with a good end. */
  long runs() {
    return runs;
  }

  /**
   * The last lines of an output, without frames of a stack; empty if none. A JVM with a failed
   * start tells the reason first, and ends with another line.
   */
  static String lastWords(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      List<String> told =
          lines
              .filter(line -> !line.isBlank() && !line.matches("\\s+(at |\\.\\.\\. \\d).*"))
              .map(String::strip)
              .toList();
      return String.join("; ", told.subList(Math.max(0, told.size() - LAST), told.size()));
    } catch (IOException | UncheckedIOException unread) {
      return unread.toString();
    }
  }

  /** Ends the load, and all its children: the next server is to have the machine for itself. */
  @Override
  public void close() throws InterruptedException {
    List<ProcessHandle> all = all();
    all.forEach(ProcessHandle::destroy);
    if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
      all.forEach(ProcessHandle::destroyForcibly);
      process.waitFor();
    }
  }
}
