package cal.core.internal.report;

import java.util.function.Supplier;
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
  @Label("Stage")
  String stage;

  @Label("Activity")
  String activity;

  @Label("Reason")
  String reason;

  /**
   * Emits the event.
   *
   * @param activity the text of the activity, computed for a recording alone
   */
  public static void emit(String stage, Supplier<String> activity, String reason) {
    RejectedEvent event = new RejectedEvent();
    if (event.shouldCommit()) {
      event.stage = stage;
      event.activity = activity.get();
      event.reason = reason;
      event.commit();
    }
  }
}
