package cal.core.internal.report;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** JFR: another limit was found for the connections that wait in a stage. */
@Name("cal.Limit")
@Label("Limit Found")
@Description("More or fewer connections may wait for their first step in a stage")
@Category("CAL")
@StackTrace(false)
public final class LimitEvent extends Event {
  @Label("Stage")
  String stage;

  @Label("Waiting")
  int waiting;

  @Label("Limit")
  @Description("How many may wait; -1 where any number may")
  int limit;

  /**
   * Emits the event.
   *
   * @param limit how many may wait; -1 for any number
   */
  public static void emit(String stage, int waiting, int limit) {
    LimitEvent event = new LimitEvent();
    if (event.shouldCommit()) {
      event.stage = stage;
      event.waiting = waiting;
      event.limit = limit;
      event.commit();
    }
  }
}
