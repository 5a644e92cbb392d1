package cal.core.internal.engine;

import cal.core.internal.settings.Measure;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.StageStatus;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Measures what some stages do, from one reading to the next. It begins anew where the stages are
 * others, and after a pause of the looks. For one thread.
 */
final class LoadMeter {
  /** A reading is of so many looks at least. */
  static final int LOOKS = 5;

  /** Without a look for longer, counts and times are not of the same time. */
  static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

  /** Threads whose stacks a look reads at most. */
  private static final int STACKS = 16;

  private static final double NANOS_A_MILLI = 1_000_000;

  private final DoubleSupplier cpuNanos;

  private List<OpenStage> measured = List.of();
  private long lookedAt;
  private int looks;
  private long connections;
  private long queued;
  private long midStep;
  private long active;
  private int seen;
  private int inFiles;
  private long readAt;
  private double cpuRead;
  private long stepsRead;

  /**
   * Makes one.
   *
   * @param cpuNanos CPU time of the process so far; NaN where that is unknown
   */
  LoadMeter(DoubleSupplier cpuNanos) {
    this.cpuNanos = cpuNanos;
  }

  /** CPU time of this process in nanoseconds; NaN where the system does not tell it. */
  static double ofProcess() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(all -> (double) all.toNanos())
        .orElse(Double.NaN);
  }

  /** Looks at what runs now, by {@link System#nanoTime}. */
  void look(List<OpenStage> stages, long now) {
    if (!stages.equals(measured) || now - lookedAt > PAUSE_NANOS) {
      measured = stages;
      begin(now);
    }
    lookedAt = now;
    looks += stages.isEmpty() ? 0 : 1;
    int[] stacks = {STACKS};
    for (OpenStage stage : stages) {
      StageStatus status = stage.status();
      connections += status.active() + status.queued();
      queued += status.queued();
      stage
          .attached()
          .forEachRunning(
              (worker, activity) -> {
                if (!activity.awaitingInput()) {
                  midStep++;
                  look(worker.thread(), stacks);
                }
              });
    }
  }

  private void look(Thread thread, int[] stacks) {
    if (ThreadProbe.isWithSystem(thread)) {
      active++;
      if (stacks[0]-- > 0) {
        seen++;
        inFiles += ThreadProbe.isInFileCall(thread) ? 1 : 0;
      }
    }
  }

  /** The measures since the last reading; empty, and read later, where there were few looks. */
  Map<Measure, Double> read(long now) {
    Map<Measure, Double> load = new EnumMap<>(Measure.class);
    if (looks < LOOKS) {
      return load;
    }
    double nanos = Math.max(1, now - readAt);
    double cpu = Math.max(0, cpuNanos.getAsDouble() - cpuRead);
    double steps = Math.max(0, steps() - stepsRead);
    int cores = Runtime.getRuntime().availableProcessors();
    double inFlight = average(connections);
    load.put(Measure.CONNECTIONS, inFlight);
    load.put(Measure.IDLE, part(inFlight - average(queued) - average(midStep), inFlight));
    load.put(Measure.QUEUED, average(queued));
    load.put(Measure.ACTIVE, average(active));
    load.put(Measure.BLOCKING, part(inFiles, seen));
    load.put(Measure.STEPS, steps * Duration.ofSeconds(1).toNanos() / nanos);
    load.put(Measure.CPU, part(cpu / nanos, cores));
    load.put(Measure.CPU_MS_A_STEP, cpu / NANOS_A_MILLI / Math.max(1, steps));
    load.put(Measure.CORES, (double) cores);
    begin(now);
    return load;
  }

  private void begin(long now) {
    readAt = now;
    cpuRead = cpuNanos.getAsDouble();
    stepsRead = steps();
    looks = 0;
    connections = 0;
    queued = 0;
    midStep = 0;
    active = 0;
    seen = 0;
    inFiles = 0;
  }

  private long steps() {
    return measured.stream().map(OpenStage::status).mapToLong(StageStatus::steps).sum();
  }

  private double average(long sum) {
    return sum / (double) looks;
  }

  private static double part(double some, double all) {
    return all <= 0 ? 0 : Math.clamp(some / all, 0.0, 1.0);
  }
}
