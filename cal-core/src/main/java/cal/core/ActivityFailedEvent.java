package cal.core;

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
final class ActivityFailedEvent extends Event {
  @Label("Stage")
  String stage;

  @Label("Activity")
  String activity;

  @Label("Failure")
  String failure;

  static void emit(CapturedActivity activity, Throwable failure) {
    ActivityFailedEvent event = new ActivityFailedEvent();
    if (event.shouldCommit()) {
      event.stage = activity.stage().name();
      event.activity = activity.toString();
      event.failure = Log.describe(failure);
      event.commit();
    }
  }
}
