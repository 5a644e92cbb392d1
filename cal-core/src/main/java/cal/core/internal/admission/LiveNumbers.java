package cal.core.internal.admission;

import cal.core.internal.settings.Configuration;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.ActivityScheduler.LeftActivity;
import cal.core.spi.ActivityScheduler.LeftStatus;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import cal.core.spi.StageStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The present numbers of a stage, for operators and for errors. Thread-safe. */
public final class LiveNumbers {
  /** The counts kept by the workers of a stage. Thread-safe. */
  public interface OfWorkers {
    long completed();

    long steps();
  }

  private final String stage;
  private final Supplier<ConcurrencyModel> model;
  private final ActivityScheduler scheduler;
  private final Permits permits;
  private final Counters counters;
  private final OfWorkers workers;
  private final BooleanSupplier inPlace;

  /**
   * The numbers of a stage.
   *
   * @param model that runs it now
   * @param inPlace whether calls proceed in their caller, so that nothing limits them
   */
  public LiveNumbers(
      String stage,
      Supplier<ConcurrencyModel> model,
      ActivityScheduler scheduler,
      Permits permits,
      Counters counters,
      OfWorkers workers,
      BooleanSupplier inPlace) {
    this.stage = stage;
    this.model = model;
    this.scheduler = scheduler;
    this.permits = permits;
    this.counters = counters;
    this.workers = workers;
    this.inPlace = inPlace;
  }

  public StageStatus status() {
    int inFlight = permits.inFlight();
    int queued = Math.min(inFlight, scheduler.waiting().size());
    long done = counters.completed() + workers.completed();
    long bad = counters.failed();
    long refused = counters.rejected();
    return new StageStatus(
        stage,
        model.get().name(),
        done + bad + refused + inFlight,
        inFlight - queued,
        queued,
        refused,
        bad,
        done,
        counters.steps() + workers.steps(),
        inPlace.getAsBoolean() ? 0 : permits.limit(),
        counters.shed());
  }

  /** The activities awaiting input without a thread. */
  public LeftStatus left() {
    Collection<LeftActivity> all = scheduler.left();
    long now = System.nanoTime();
    return new LeftStatus(
        stage,
        all.size(),
        all.stream()
            .sorted(Comparator.comparingLong(one -> one.since() - now))
            .limit(LeftStatus.MOST)
            .map(one -> wait(one, now))
            .toList());
  }

  private static LeftStatus.Wait wait(LeftActivity one, long now) {
    return new LeftStatus.Wait(
        one.activity().name(),
        String.valueOf(one.awaits()),
        TimeUnit.NANOSECONDS.toSeconds(Math.max(0, now - one.since())));
  }

  /** The stage with its numbers, for errors. */
  public String describe() {
    StageStatus s = status();
    return "stage="
        + stage
        + " model="
        + s.model()
        + " active="
        + s.active()
        + " queued="
        + s.queued()
        + " limit="
        + s.limit();
  }

  /** The setting of the most activities in flight. */
  String inFlightSetting() {
    return "cal.stage." + stage + "." + CoreSettings.MAX_IN_FLIGHT.key();
  }

  /** The setting of the longest wait of an activity. */
  String deadlineSetting() {
    return "cal.stage." + stage + "." + CoreSettings.QUEUE_DEADLINE.key();
  }

  /** The setting of the longest wait for a place of a hand-off's caller. */
  String patienceSetting() {
    return Configuration.ownKey(model.get().patience(), stage);
  }

  /** The settings of the limit: {@code max-in-flight}, or the room of a pool. */
  String limitingSettings() {
    if (permits.limit() < scheduler.capacity()) {
      return inFlightSetting();
    }
    List<Setting<?>> bounds = new ArrayList<>(model.get().sizes());
    if (scheduler.bounded()) {
      bounds.add(CoreSettings.QUEUE_CAPACITY);
    }
    return keys(bounds);
  }

  /** The settings of the room for clients: places, or workers. */
  public String roomSettings(boolean places) {
    return places ? limitingSettings() : keys(model.get().sizes());
  }

  private String keys(List<Setting<?>> settings) {
    return settings.stream()
        .map(setting -> Configuration.ownKey(setting, stage))
        .collect(Collectors.joining(" or "));
  }
}
