package cal.core.internal.report;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** JFR: a running stage has another value of a setting. */
@Name("cal.SettingChanged")
@Label("Setting Changed")
@Description("A setting of a stage was changed while it runs")
@Category("CAL")
@StackTrace(false)
public final class SettingChangedEvent extends Event {
  @Label("Stage")
  String stage;

  @Label("Setting")
  String setting;

  @Label("From")
  String from;

  @Label("To")
  String to;

  @Label("Reason")
  String reason;

  /** Emits the event, with values as written in settings. */
  public static void emit(String stage, String setting, String from, String to, String reason) {
    SettingChangedEvent event = new SettingChangedEvent();
    if (event.shouldCommit()) {
      event.stage = stage;
      event.setting = setting;
      event.from = from;
      event.to = to;
      event.reason = reason;
      event.commit();
    }
  }
}
