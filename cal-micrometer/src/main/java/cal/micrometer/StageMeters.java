package cal.micrometer;

import cal.core.spi.StageStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The meters {@code cal.stage.*} of one stage, tagged with its model: counters and timers of each
 * model that it has had, and gauges of the present one. Thread-safe.
 */
final class StageMeters {
  static final String PREFIX = "cal.stage.";

  private final MeterRegistry registry;

  /** Kept here, since meters of functions hold their object weakly. */
  private final Supplier<StageStatus> status;

  /** Guarded by this, as all below. */
  private final Map<String, ModelMeters> models = new HashMap<>();

  private final List<Gauge> gauges = new ArrayList<>();

  private volatile ModelMeters present;

  /** Registers them under the model that a stage has. */
  StageMeters(MeterRegistry registry, Supplier<StageStatus> status) {
    this.registry = registry;
    this.status = status;
    begin(status.get());
  }

  /** Those of the model that the stage has now. */
  ModelMeters present() {
    return present;
  }

  /**
   * Ends those of the former model, and begins those of the present one.
   *
   * @return that model
   */
  synchronized String switched() {
    StageStatus now = status.get();
    present.end(now);
    gauges.forEach(registry::remove);
    gauges.clear();
    begin(now);
    return now.model();
  }

  private synchronized void begin(StageStatus now) {
    Tags tags = Tags.of("stage", now.stage(), "model", now.model());
    gauge("active", "activities that run", tags, StageStatus::active);
    gauge("queued", "activities that wait for a worker", tags, StageStatus::queued);
    gauge("limit", "activities that may be in flight", tags, StageStatus::limit);
    present =
        models.computeIfAbsent(now.model(), model -> new ModelMeters(registry, tags, this, status));
    present.begin(now);
  }

  private void gauge(String name, String purpose, Tags tags, ToDoubleFunction<StageStatus> number) {
    gauges.add(
        Gauge.builder(PREFIX + name, status, all -> number.applyAsDouble(all.get()))
            .description(purpose)
            .tags(tags)
            .register(registry));
  }
}
