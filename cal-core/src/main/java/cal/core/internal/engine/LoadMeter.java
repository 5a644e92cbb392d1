package cal.core.internal.engine;

import cal.core.internal.settings.Measure;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.StageStatus;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Measures what some stages do, from one reading to the next. For one thread. */
final class LoadMeter {
  private static final double NANOS_A_MILLI = 1_000_000;

  private int looks;
  private long connections;
  private long queued;
  private long midStep;
  private long active;
  private long readAt = System.nanoTime();
  private long cpuRead = cpuNanos();
  private long stepsRead;

  /** Looks at what runs now. */
  void look(List<OpenStage> stages) {
    looks++;
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
                  active += worker.thread().getState() == Thread.State.RUNNABLE ? 1 : 0;
                }
              });
    }
  }

  /** The measures since the last reading. */
  Map<Measure, Double> read(List<OpenStage> stages, long now) {
    double nanos = Math.max(1, now - readAt);
    long cpuNow = cpuNanos();
    long stepsNow = stages.stream().map(OpenStage::status).mapToLong(StageStatus::steps).sum();
    double cpu = Math.max(0, cpuNow - cpuRead);
    double steps = Math.max(0, stepsNow - stepsRead);
    int cores = Runtime.getRuntime().availableProcessors();
    double inFlight = average(connections);
    double running = average(active);
    Map<Measure, Double> load = new EnumMap<>(Measure.class);
    load.put(Measure.CONNECTIONS, inFlight);
    load.put(Measure.IDLE, part(inFlight - average(queued) - average(midStep), inFlight));
    load.put(Measure.QUEUED, average(queued));
    load.put(Measure.ACTIVE, running);
    load.put(Measure.BLOCKING, part(running - cpu / nanos, running));
    load.put(Measure.STEPS, steps * Duration.ofSeconds(1).toNanos() / nanos);
    load.put(Measure.CPU, part(cpu / nanos, cores));
    load.put(Measure.CPU_MS_A_STEP, cpu / NANOS_A_MILLI / Math.max(1, steps));
    load.put(Measure.CORES, (double) cores);
    readAt = now;
    cpuRead = cpuNow;
    stepsRead = stepsNow;
    looks = 0;
    connections = 0;
    queued = 0;
    midStep = 0;
    active = 0;
    return load;
  }

  private double average(long sum) {
    return looks == 0 ? 0 : sum / (double) looks;
  }

  private static double part(double some, double all) {
    return all <= 0 ? 0 : Math.clamp(some / all, 0, 1);
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }
}
