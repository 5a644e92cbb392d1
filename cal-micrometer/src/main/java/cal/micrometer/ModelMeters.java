package cal.micrometer;

import cal.core.spi.StageStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The counters and timers of a stage for its times under a single model. The counts of all models
 * add up to the stage's. Thread-safe.
 */
final class ModelMeters {
  private final Tags tags;
  private final MeterRegistry registry;
  private final List<Share> shares;
  private final Timer waiting;
  private final Timer running;

  /**
   * Registers the meters.
   *
   * @param guard of the counts, together with the other models of the stage
   */
  ModelMeters(MeterRegistry registry, Tags tags, Object guard, Supplier<StageStatus> status) {
    this.registry = registry;
    this.tags = tags;
    this.shares =
        List.of(
            share("captured", "calls captured", guard, status, StageStatus::captured),
            share("rejected", "activities that never began", guard, status, StageStatus::rejected),
            share("shed", "late steps that the server refused", guard, status, StageStatus::shed),
            share(
                "failed",
                "activities that ended with an exception",
                guard,
                status,
                StageStatus::failed),
            share(
                "completed",
                "activities that ended normally",
                guard,
                status,
                StageStatus::completed));
    this.waiting = timer("wait", "how long an activity waits for its next step");
    this.running = timer("run", "how long a step runs, its waits for input included");
  }

  /** This model's part of a count of the stage. */
  private static final class Share {
    private final Object guard;
    private final Supplier<StageStatus> status;
    private final ToLongFunction<StageStatus> count;

    /** Guarded, as all below: of ended times. */
    private long former;

    private long since;
    private boolean runs;

    Share(Object guard, Supplier<StageStatus> status, ToLongFunction<StageStatus> count) {
      this.guard = guard;
      this.status = status;
      this.count = count;
    }

    double value() {
      synchronized (guard) {
        return former + (runs ? count.applyAsLong(status.get()) - since : 0);
      }
    }

    void begin(StageStatus now) {
      since = count.applyAsLong(now);
      runs = true;
    }

    void end(StageStatus now) {
      former += count.applyAsLong(now) - since;
      runs = false;
    }
  }

  private Share share(
      String name,
      String purpose,
      Object guard,
      Supplier<StageStatus> status,
      ToLongFunction<StageStatus> count) {
    Share share = new Share(guard, status, count);
    FunctionCounter.builder(StageMeters.PREFIX + name, share, Share::value)
        .description(purpose)
        .tags(tags)
        .register(registry);
    return share;
  }

  private Timer timer(String name, String purpose) {
    return Timer.builder(StageMeters.PREFIX + name)
        .description(purpose)
        .tags(tags)
        .register(registry);
  }

  /** A time of this model begins; the caller has the guard. */
  void begin(StageStatus now) {
    shares.forEach(one -> one.begin(now));
  }

  /** Ends the time; the caller has the guard. */
  void end(StageStatus now) {
    shares.forEach(one -> one.end(now));
  }

  /** From the captured call, or from the end of the step before, to a step. */
  Timer waiting() {
    return waiting;
  }

  /** A step. */
  Timer running() {
    return running;
  }
}
