package cal.cli.process;

import cal.cli.support.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resources of a server's process, seen from outside: through {@code /proc} of Linux, and
 * {@code jcmd} of its JDK. Immutable.
 */
public record ProcessFigures(long pid) {
  /** How long jcmd may take. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final int MOST_LOOKS = 5;

  /** The relative change that counts as none. */
  private static final double SETTLED = 0.005;

  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

  /** The names of compiler threads, cut by Linux, for example {@code C1 CompilerThread0}. */
  private static final Pattern COMPILER = Pattern.compile("C[12] Compiler");

  /** Memory of a process. Immutable; bytes. */
  public record Memory(long resident, long heap, int threads) {}

  /**
   * Memory without garbage: the live heap by {@code GC.class_histogram}, which collects before the
   * count, and resident memory after another collection by {@code GC.run}.
   */
  public Memory memory() throws InterruptedException {
    Matcher total = TOTAL.matcher(jcmd("GC.class_histogram"));
    if (!total.find()) {
      throw new Failure(1, "jcmd GC.class_histogram of process " + pid + " tells no total");
    }
    jcmd("GC.run");
    return new Memory(
        status("VmRSS") * 1024, Long.parseLong(total.group(1)), (int) status("Threads"));
  }

  /**
   * Memory once stable: the JVM's compilers give memory back every 5 s, and closed connections take
   * a while to go.
   */
  public Memory settledMemory(Duration betweenLooks) throws InterruptedException {
    Memory last = memory();
    for (int i = 0; i < MOST_LOOKS; i++) {
      TimeUnit.MILLISECONDS.sleep(betweenLooks.toMillis());
      Memory now = memory();
      if (Math.abs(now.resident() - last.resident()) < now.resident() * SETTLED
          && Math.abs(now.heap() - last.heap()) < now.heap() * SETTLED) {
        return now;
      }
      last = now;
    }
    return last;
  }

  /**
   * The most resident memory of the process and its children so far, in bytes, shared memory
   * counted for each; 0 if unknown.
   */
  public long peakResident() {
    return statusOfAll("VmHWM") * 1024;
  }

  /** The present threads of the process and its children; 0 if unknown. */
  public int threads() {
    return (int) statusOfAll("Threads");
  }

  private long statusOfAll(String field) {
    return new ProcessTree(pid).pids().stream().mapToLong(each -> statusOf(each, field)).sum();
  }

  /** The open files and sockets. */
  public int descriptors() {
    return Path.of("/proc/" + pid + "/fd").toFile().list().length;
  }

  /** The first figure of schedstat, nanoseconds on a core; the ticks of stat are 10 ms. */
  private static long cpu(Path thread) throws IOException {
    return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
  }

  /**
   * The CPU time so far of the JVM's compilers, in nanoseconds; empty if unknown. Only living
   * compiler threads count: a JVM ends a long idle compiler thread.
   */
  public OptionalLong cpuOfCompilers() {
    if (!Files.exists(Path.of("/proc/" + pid + "/task/" + pid + "/schedstat"))) {
      return OptionalLong.empty();
    }
    long sum = 0;
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : threads) {
        sum += cpuOfCompiler(thread);
      }
    } catch (IOException e) {
      throw new Failure(1, "process " + pid + " cannot be looked at: " + e, e);
    }
    return OptionalLong.of(sum);
  }

  private static long cpuOfCompiler(Path thread) {
    try {
      boolean compiles = COMPILER.matcher(Files.readString(thread.resolve("comm"))).lookingAt();
      return compiles ? cpu(thread) : 0;
    } catch (IOException e) {
      if (Files.exists(thread)) {
        throw new Failure(1, "thread " + thread + " cannot be looked at: " + e, e);
      }
      return 0; // it ended since the folder was read
    }
  }

  private long status(String field) {
    long value = statusOf(pid, field);
    if (value == 0) {
      throw new Failure(1, "no " + field + " of process " + pid + " on this system");
    }
    return value;
  }

  /** A figure of a process; 0 if unknown or ended. */
  private static long statusOf(long process, String field) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + process + "/status"))) {
        if (line.startsWith(field + ":")) {
          return Long.parseLong(line.replaceAll("\\D+", ""));
        }
      }
    } catch (IOException ended) {
      return 0;
    }
    return 0;
  }

  private String jcmd(String command) throws InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try {
      Process process =
          new ProcessBuilder(jcmd.toString(), String.valueOf(pid), command)
              .redirectErrorStream(true)
              .start();
      Executor later = CompletableFuture.delayedExecutor(LIMIT.toSeconds(), TimeUnit.SECONDS);
      later.execute(process::destroyForcibly);
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new Failure(1, "jcmd " + command + " of process " + pid + " failed: " + text.strip());
      }
      return text;
    } catch (IOException e) {
      throw new Failure(1, "cannot run " + jcmd + ": " + e.getMessage(), e);
    }
  }
}
