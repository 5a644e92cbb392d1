package cal.core.internal.report;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** JFR: a running stage has another model. */
@Name("cal.Switched")
@Label("Model Switched")
@Description("The model of a stage was changed while it runs")
@Category("CAL")
@StackTrace(false)
public final class SwitchedEvent extends Event {
  @Label("Stage")
  String stage;

  @Label("From")
  String from;

  @Label("To")
  String to;

  @Label("Reason")
  String reason;

  /** Emits the event, of the names of two models. */
  public static void emit(String stage, String from, String to, String reason) {
    SwitchedEvent event = new SwitchedEvent();
    if (event.shouldCommit()) {
      event.stage = stage;
      event.from = from;
      event.to = to;
      event.reason = reason;
      event.commit();
    }
  }
}
