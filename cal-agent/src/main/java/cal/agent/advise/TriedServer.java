package cal.agent.advise;

import cal.agent.top.RunningServer;
import cal.agent.top.Unreachable;
import cal.core.spi.StageStatus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** A server on trial, in a process of its own. The server's words go to a file. Not thread-safe. */
final class TriedServer implements AutoCloseable {
  /** A server without a begin by then never begins. */
  private static final Duration START = Duration.ofSeconds(60);

  /** A load failing before is begun again: the server may not have listened yet. */
  private static final Duration FIRST_STEP = Duration.ofSeconds(30);

  private static final int LEAST_SAMPLES = 10;

  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration END = Duration.ofSeconds(10);

  private final Process process;
  private final Path words;
  private RunningServer stages;

  private TriedServer(Process process, Path words) {
    this.process = process;
    this.words = words;
  }

  /**
   * Starts a server.
   *
   * @param command the program and arguments
   * @throws Untried if the server ends, or has no CAL
   */
  static TriedServer of(List<String> command, Path words) throws IOException, InterruptedException {
    File file = words.toFile();
    TriedServer tried =
        new TriedServer(
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file).start(),
            words);
    try {
      tried.attach();
      return tried;
    } catch (Throwable failure) {
      tried.close();
      throw failure;
    }
  }

  private void attach() throws InterruptedException {
    long until = System.nanoTime() + START.toNanos();
    while (true) {
      try {
        stages = RunningServer.of(process.pid());
        return;
      } catch (Unreachable notYet) {
        requireAlive();
        if (System.nanoTime() - until > 0) {
          throw new Untried(
              notYet.getMessage() + "; ./cal doctor explains what would be woven", notYet);
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  private void requireAlive() {
    if (!process.isAlive()) {
      throw new Untried(
          "the server ended with status %d: %s"
              .formatted(process.exitValue(), Load.lastWords(words)),
          null);
    }
  }

  /**
   * Samples the server under a load.
   *
   * @param warm the time of the first counting sample, of {@link System#nanoTime}
   * @param until the time of the last sample; later if the server was late to begin
   */
  List<Sample> under(Load load, long warm, long until) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    List<Sample> samples = new ArrayList<>();
    boolean served = false;
    long nothing = sample(load).steps();
    while (samples.size() < LEAST_SAMPLES || System.nanoTime() - until < 0) {
      Thread.sleep(PAUSE);
      requireAlive();
      boolean failed = load.goOn();
      boolean late = System.nanoTime() - begin > FIRST_STEP.toNanos();
      if (failed && (served || late)) {
        throw new Untried(load.failure(), null);
      }
      if (late && !served) {
        throw new Untried(
            load.failure().isEmpty()
                ? "the load has made no step in %d s, and has not ended; give --load the server's port"
                    .formatted(FIRST_STEP.toSeconds())
                : load.failure(),
            null);
      }
      Sample sample = sample(load);
      served |= sample.steps() > nothing || load.runs() > 0;
      if (served && sample.nanos() - warm >= 0) {
        samples.add(sample);
      }
    }
    return samples;
  }

  private Sample sample(Load load) throws IOException, InterruptedException {
    List<StageStatus> now = stages();
    Duration cpu = process.info().totalCpuDuration().orElse(Duration.ZERO);
    return new Sample(
        System.nanoTime(),
        cpu,
        sum(now, StageStatus::steps),
        load.runs(),
        sum(now, StageStatus::captured),
        sum(now, StageStatus::rejected),
        sum(now, StageStatus::failed),
        megabytes());
  }

  private List<StageStatus> stages() throws IOException, InterruptedException {
    try {
      return stages.look().stages();
    } catch (IOException gone) {
      process.waitFor(END.toSeconds(), TimeUnit.SECONDS);
      requireAlive();
      throw gone;
    }
  }

  private static long sum(List<StageStatus> stages, ToLongFunction<StageStatus> count) {
    return stages.stream().mapToLong(count).sum();
  }

  /** As told by Linux. */
  private long megabytes() throws IOException {
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .sum();
    }
  }

  /** Ends the server like an operator, and after a while by force. */
  @Override
  public void close() throws InterruptedException {
    if (stages != null) {
      stages.close();
    }
    process.destroy();
    if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
