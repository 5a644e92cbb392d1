package cal.core.internal.stage;

import cal.core.internal.report.ActivityFailedEvent;
import cal.core.internal.report.Reports;
import cal.core.internal.support.Log;
import cal.core.internal.support.Thrown;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

/** The handlers that are told the failures of a runtime's activities. Thread-safe. */
public final class Failures {
  private final Reports reports = new Reports();

  /** The first mistake of a binding that showed while activities ran. */
  private final AtomicReference<String> mistake = new AtomicReference<>();

  private volatile BiConsumer<StagedActivity, Throwable> handler = Failures::log;

  /** Chooses who is told; by default failures are logged. */
  public void handler(BiConsumer<? super StagedActivity, Throwable> chosen) {
    handler = chosen::accept;
  }

  /** The reports that are under way. */
  public Reports reports() {
    return reports;
  }

  /** Notes a mistake of a binding. */
  void mistaken(String sentence) {
    mistake.compareAndSet(null, sentence);
  }

  /** The first mistake of a binding that was noted, if there was one. */
  public Optional<String> mistake() {
    return Optional.ofNullable(mistake.get());
  }

  /** Tells of the failure of an activity that has begun, once. */
  void failed(StagedActivity activity, Throwable failure) {
    Throwable seen = ActivityFailedEvent.tell(activity, failure);
    if (activity.cutShort()) {
      Log.log(Level.DEBUG, "closed or interrupted, failed: " + activity, seen);
      return;
    }
    try {
      handler.accept(activity, failure);
    } catch (Throwable secondary) {
      log(activity, Thrown.both(failure, secondary));
    }
  }

  private static void log(StagedActivity activity, Throwable failure) {
    activity.stage().log().log(Level.ERROR, "activity failed: ", activity::toString, failure);
  }
}
