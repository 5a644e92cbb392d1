package cal.core.internal.report;

import cal.core.internal.support.Describer;
import cal.core.internal.support.Thrown;
import cal.core.spi.CapturedActivity;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** JFR: an activity ended with an exception. */
@Name("cal.ActivityFailed")
@Label("Activity Failed")
@Description("A captured activity ended with an exception")
@Category("CAL")
@StackTrace(false)
public final class ActivityFailedEvent extends Event {
  @Label("Stage")
  String stage;

  @Label("Activity")
  String activity;

  @Label("Failure")
  String failure;

  /**
   * Emits the event. Never throws: a recording must not keep a failure from its handler.
   *
   * @return the failure, with exceptions of the event as suppressed
   */
  public static Throwable tell(CapturedActivity activity, Throwable failure) {
    try {
      emit(activity, failure);
      return failure;
    } catch (Throwable unrecorded) {
      return Thrown.both(failure, unrecorded);
    }
  }

  private static void emit(CapturedActivity activity, Throwable failure) {
    ActivityFailedEvent event = new ActivityFailedEvent();
    if (event.shouldCommit()) {
      event.stage = activity.stage().name();
      event.activity = activity.toString();
      event.failure = Describer.describe(failure);
      event.commit();
    }
  }
}
