package cal.core.internal.report;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** JFR: activities that do not go on, or keep their carrier. */
@Name("cal.Hang")
@Label("Hang")
@Description("Activities wait for each other, or for nobody, or keep a carrier")
@Category("CAL")
@StackTrace(false)
public final class HangEvent extends Event {
  @Label("Hang")
  String hang;

  @Label("Stacks")
  String stacks;

  /** Emits the event. */
  public static void emit(String hang, String stacks) {
    HangEvent event = new HangEvent();
    if (event.shouldCommit()) {
      event.hang = hang;
      event.stacks = stacks;
      event.commit();
    }
  }
}
