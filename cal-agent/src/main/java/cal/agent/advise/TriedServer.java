package cal.agent.advise;

import cal.agent.advise.Sample.Cpu;
import cal.agent.advise.Sample.Done;
import cal.agent.top.RunningServer;
import cal.agent.top.Unreachable;
import cal.core.spi.StageStatus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** A server on trial, in a process of its own. The server's words go to a file. Not thread-safe. */
final class TriedServer implements AutoCloseable {
  /** A server without a begin by then never begins. */
  private static final Duration START = Duration.ofSeconds(60);

  /** A load failing before is begun again: the server may not have listened yet. */
  private static final Duration FIRST_STEP = Duration.ofSeconds(30);

  /** A model may take so many times the start of another, and some seconds. */
  private static final int PATIENCE = 2;

  private static final Duration START_AGAIN = Duration.ofSeconds(5);

  /** More than a connection that is refused. */
  private static final long FIRST_BYTES = 1024;

  /** Of the time of a life, at most: until then, compilers have most of the machine. */
  private static final double WARM_UP = 0.6;

  /** A part of a core that idle compilers take. */
  private static final double BUSY = 0.1;

  /** Looks with idle compilers, one behind the other. */
  private static final int CALM = 2;

  /** A load stands still for so long at most; clients wait longer for an answer. */
  private static final Duration STILL = Duration.ofMillis(900);

  private static final Duration LOOK = Duration.ofMillis(500);

  /** Of the samples of a life. */
  private static final Duration LEAST = Duration.ofSeconds(1);

  /** The end of a server takes as long, about. */
  private static final Duration CLOSE = Duration.ofMillis(400);

  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration SHORT_PAUSE = Duration.ofMillis(20);
  private static final Duration END = Duration.ofSeconds(10);

  private final Process process;
  private final Path words;
  private final Compilers compilers;
  private RunningServer stages;

  private TriedServer(Process process, Path words) {
    this.process = process;
    this.words = words;
    this.compilers = new Compilers(process.pid());
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
   * Waits until a load is served. A load that fails is begun again: the server may not listen yet.
   *
   * @param usual the longest wait of another model; zero if there was none
   * @return the time that passed
   * @throws Untried if the load fails for longer, or gets no answer
   */
  Duration serve(Load load, Duration usual) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Duration patience =
        usual.isZero() ? FIRST_STEP : usual.multipliedBy(PATIENCE).plus(START_AGAIN);
    Sample nothing = sample(load);
    while (true) {
      Thread.sleep(PAUSE);
      requireAlive();
      load.goOn();
      Sample now = sample(load);
      Duration passed = Duration.ofNanos(now.nanos() - begin);
      if (served(nothing.done(), now.done())) {
        return passed;
      }
      if (passed.compareTo(patience) > 0) {
        throw new Untried(
            load.failure().isEmpty()
                ? "the load has made no step in %d s, and has not ended; give --load the server's port"
                    .formatted(patience.toSeconds())
                : load.failure(),
            null);
      }
    }
  }

  private static boolean served(Done before, Done now) {
    long steps = 0;
    for (String stage : now.steps().keySet()) {
      steps += now.steps().get(stage) - before.steps().getOrDefault(stage, 0L);
    }
    return steps > 0 || now.runs() > 0 || now.bytes() - before.bytes() > FIRST_BYTES;
  }

  /**
   * Samples the server under a load, once it is warm.
   *
   * @param begin of the life, of {@link System#nanoTime}
   * @param each time of a life
   */
  List<Sample> under(Load load, long begin, Duration each)
      throws IOException, InterruptedException {
    Sample before = warmUp(load, begin + (long) (WARM_UP * each.toNanos()));
    long least = before.nanos() + LEAST.toNanos();
    long until = Math.max(least, begin + each.minus(CLOSE).toNanos());
    List<Sample> samples = new ArrayList<>(List.of(before));
    while (before.nanos() - until < 0) {
      before = after(LOOK, load);
      samples.add(before);
    }
    return samples;
  }

  /** Until compilers are idle: the first sample of a warm server. */
  private Sample warmUp(Load load, long until) throws IOException, InterruptedException {
    Sample before = sample(load);
    int calm = 0;
    while (calm < CALM && before.nanos() - until < 0) {
      Sample now = after(LOOK, load);
      calm = compiles(before, now) ? 0 : calm + 1;
      if (calm == 0 && Proc.isThere()) {
        letCompile(load);
        now = sample(load);
      }
      before = now;
    }
    return before;
  }

  /** Compilers wait behind a load that has all cores, so the load stands still for them. */
  private void letCompile(Load load) throws IOException, InterruptedException {
    long until = System.nanoTime() + STILL.toNanos();
    load.hold();
    try {
      Sample before = sample(load);
      boolean busy = true;
      while (busy && System.nanoTime() - until < 0) {
        Thread.sleep(PAUSE);
        requireAlive();
        Sample now = sample(load);
        busy = compiles(before, now);
        before = now;
      }
    } finally {
      load.release();
    }
  }

  /** Whether compilers were at work between two samples; always, if the system does not tell. */
  private static boolean compiles(Sample before, Sample now) {
    long compiled = now.cpu().compilers() - before.cpu().compilers();
    return !Proc.isThere() || compiled >= BUSY * (now.nanos() - before.nanos());
  }

  /** A sample after some time, or after the end of a run. */
  private Sample after(Duration time, Load load) throws IOException, InterruptedException {
    long until = System.nanoTime() + time.toNanos();
    long runs = load.runs();
    while (System.nanoTime() - until < 0 && load.runs() == runs) {
      Thread.sleep(SHORT_PAUSE);
      requireAlive();
      if (load.goOn()) {
        throw new Untried(load.failure(), null);
      }
    }
    return sample(load);
  }

  private Sample sample(Load load) throws IOException, InterruptedException {
    List<StageStatus> now = stages();
    Map<String, Long> steps = new TreeMap<>();
    now.stream()
        .filter(stage -> stage.limit() > 0)
        .forEach(stage -> steps.merge(stage.stage(), stage.steps() - stage.failed(), Long::sum));
    long compiled = compilers.nanos();
    long server = process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    return new Sample(
        System.nanoTime(),
        new Done(steps, Proc.payload(), load.runs()),
        new Cpu(server - compiled, compiled, load.cpu(), Proc.busy()),
        sum(now, StageStatus::captured),
        sum(now, StageStatus::rejected),
        sum(now, StageStatus::failed),
        Proc.megabytes(process.pid()));
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
