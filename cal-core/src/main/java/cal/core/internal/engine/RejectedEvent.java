package cal.core.internal.engine;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** JFR: an activity was refused at admission. */
@Name("cal.Rejected")
@Label("Activity Rejected")
@Description("A captured activity was refused at admission")
@Category("CAL")
@StackTrace(false)
public final class RejectedEvent extends Event {
  @Label("OpenStage")
  String stage;

  @Label("Activity")
  String activity;

  @Label("Reason")
  String reason;

  static void emit(StagedActivity activity, String reason) {
    RejectedEvent event = new RejectedEvent();
    if (event.shouldCommit()) {
      event.stage = activity.stage().name();
      event.activity = activity.describeHere();
      event.reason = reason;
      event.commit();
    }
  }
}
