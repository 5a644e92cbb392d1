package cal.core.internal.engine;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import cal.core.spi.StageStatus;

/** The numbers of a stage as they are now, for operators and for errors. Thread-safe. */
final class LiveNumbers {
  private final String stage;
  private final ConcurrencyModel model;
  private final ActivityScheduler scheduler;
  private final Admission admission;
  private final Workers workers;
  private final Tally tally;

  LiveNumbers(
      String stage,
      ConcurrencyModel model,
      ActivityScheduler scheduler,
      Admission admission,
      Workers workers,
      Tally tally) {
    this.stage = stage;
    this.model = model;
    this.scheduler = scheduler;
    this.admission = admission;
    this.workers = workers;
    this.tally = tally;
  }

  StageStatus status() {
    int inFlight = admission.inFlight();
    int queued = Math.min(inFlight, scheduler.waiting().size());
    long done = tally.completed() + workers.completed();
    long bad = tally.failed();
    long refused = tally.rejected();
    return new StageStatus(
        stage,
        model.name(),
        done + bad + refused + inFlight,
        inFlight - queued,
        queued,
        refused,
        bad,
        done,
        scheduler == SequentialModel.IN_PLACE ? 0 : admission.limit());
  }

  /** The stage with its numbers, for errors. */
  String describe() {
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

  /** What the limit comes from: {@code max-in-flight}, or the room of a pool. */
  String limitingSettings() {
    String prefix = "cal.stage." + stage + ".";
    if (admission.limit() < scheduler.capacity()) {
      return prefix + CoreSettings.MAX_IN_FLIGHT.key();
    }
    String size = "";
    for (Setting<?> setting : model.sizes()) {
      size = prefix + setting.key() + " or ";
    }
    return size + prefix + CoreSettings.QUEUE_CAPACITY.key();
  }
}
