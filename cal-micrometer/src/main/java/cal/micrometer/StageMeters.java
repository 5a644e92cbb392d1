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
 * The meters {@code cal.stage.*} of a stage, tagged with the model: counters and timers of each
 * model so far, and gauges of the present model. Thread-safe.
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

  /** Registers meters under the present model of a stage. */
  StageMeters(MeterRegistry registry, Supplier<StageStatus> status) {
    this.registry = registry;
    this.status = status;
    begin(status.get());
  }

  /** The meters of the stage's present model. */
  ModelMeters present() {
    return present;
  }

  /**
   * Ends the meters of the former model, and begins meters of the present model.
   *
   * @return the present model
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
