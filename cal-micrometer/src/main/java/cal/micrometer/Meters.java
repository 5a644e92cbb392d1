package cal.micrometer;

import cal.core.CalRuntime;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.StageStatus;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The meters of all stages, {@link StageMeters}, of read-ahead input, and of members. Thread-safe.
 */
final class Meters {
  private static final String CLUSTER = "cluster";

  private final MeterRegistry registry = Metrics.globalRegistry;
  private final Map<String, StageMeters> stages = new ConcurrentHashMap<>();
  private final ReadAheadMeters readAhead = new ReadAheadMeters(registry);
  private final ClusterMeters cluster =
      new ClusterMeters(
          registry, () -> CalRuntime.current().map(CalRuntimeMXBean::getMembers).orElse(List.of()));

  /** Registers the meters of a stage. */
  void opened(Supplier<StageStatus> status) {
    StageStatus now = status.get();
    stages.put(now.stage(), new StageMeters(registry, status));
    registerShared(now.model());
  }

  /** Registers meters of the stage's new model, and ends meters of the former model. */
  void switched(String stage) {
    StageMeters own = stages.get(stage);
    if (own != null) {
      registerShared(own.switched());
    }
  }

  private void registerShared(String model) {
    readAhead.opened();
    if (model.equals(CLUSTER)) {
      cluster.opened();
    }
  }

  /** Begins to measure an activity's wait; null for a stage never opened here. */
  StageClock clock(String stage) {
    StageMeters own = stages.get(stage);
    return own == null ? null : new StageClock(own);
  }
}
