package cal.core.internal.report;

import cal.core.spi.CapturedActivity;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** JFR: a step of an activity, with the duration. Off unless a recording asks. */
@Name("cal.ActivityStep")
@Label("Activity Step")
@Description("One step of a captured activity")
@Category("CAL")
@Enabled(false)
@StackTrace(false)
public final class ActivityStepEvent extends Event {
  @Label("Stage")
  String stage;

  @Label("Activity")
  String activity;

  /** Commits the event of an ended step of an activity. */
  public void commit(CapturedActivity of) {
    stage = of.stage().name();
    activity = of.name();
    commit();
  }
}
