package cal.micrometer;

import cal.core.CalRuntime;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.StageStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The meters {@code cal.stage.*}, tagged with the stage and its model: the counts of JMX, read when
 * they are asked for, and two timers; those of what is read ahead, and of members, as well.
 * Thread-safe.
 */
final class Meters {
  private static final String PREFIX = "cal.stage.";
  private static final String CLUSTER = "cluster";

  private final MeterRegistry registry = Metrics.globalRegistry;
  private final Map<String, StageTimers> timers = new ConcurrentHashMap<>();
  private final ReadAheadMeters readAhead = new ReadAheadMeters(registry);
  private final ClusterMeters cluster =
      new ClusterMeters(
          registry, () -> CalRuntime.current().map(CalRuntimeMXBean::getMembers).orElse(List.of()));

  /**
   * Of one stage.
   *
   * @param status kept here, since meters of functions hold their object weakly
   * @param waiting from the captured call, or from the end of the step before, to a step
   * @param running one step
   */
  record StageTimers(Supplier<StageStatus> status, Timer waiting, Timer running) {}

  /** Registers the meters of a stage. */
  void opened(Supplier<StageStatus> status) {
    readAhead.opened();
    StageStatus now = status.get();
    if (now.model().equals(CLUSTER)) {
      cluster.opened();
    }
    Tags tags = Tags.of("stage", now.stage(), "model", now.model());
    counter("captured", "calls captured", tags, status, StageStatus::captured);
    counter("rejected", "activities that never began", tags, status, StageStatus::rejected);
    counter("failed", "activities that ended with an exception", tags, status, StageStatus::failed);
    counter("completed", "activities that ended normally", tags, status, StageStatus::completed);
    gauge("active", "activities that run", tags, status, StageStatus::active);
    gauge("queued", "activities that wait for a worker", tags, status, StageStatus::queued);
    gauge("limit", "activities that may be in flight", tags, status, StageStatus::limit);
    timers.put(
        now.stage(),
        new StageTimers(
            status,
            timer("wait", "how long an activity waits for its next step", tags),
            timer("run", "how long a step runs, its waits for input included", tags)));
  }

  private void counter(
      String name,
      String purpose,
      Tags tags,
      Supplier<StageStatus> status,
      ToDoubleFunction<StageStatus> count) {
    FunctionCounter.builder(PREFIX + name, status, all -> count.applyAsDouble(all.get()))
        .description(purpose)
        .tags(tags)
        .register(registry);
  }

  private void gauge(
      String name,
      String purpose,
      Tags tags,
      Supplier<StageStatus> status,
      ToDoubleFunction<StageStatus> count) {
    Gauge.builder(PREFIX + name, status, all -> count.applyAsDouble(all.get()))
        .description(purpose)
        .tags(tags)
        .register(registry);
  }

  private Timer timer(String name, String purpose, Tags tags) {
    return Timer.builder(PREFIX + name).description(purpose).tags(tags).register(registry);
  }

  /** Begins to measure an activity's wait; null for a stage that was never opened here. */
  StageClock clock(String stage) {
    StageTimers own = timers.get(stage);
    return own == null ? null : new StageClock(own);
  }
}
