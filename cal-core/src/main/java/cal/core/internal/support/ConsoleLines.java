package cal.core.internal.support;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.util.Set;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * A line for each record of CAL, headed by time, level and logger. The JDK's own format takes two
 * lines, headed by a class of CAL that means nothing to an operator. Records of other loggers stay
 * as they are, and so does a console that somebody has configured. Immutable.
 */
final class ConsoleLines extends Formatter {
  private static final String FORMAT = SimpleFormatter.class.getName() + ".format";
  private static final Set<String> OWN = Set.of("cal", "cal.cluster");

  private final Formatter others;

  private ConsoleLines(Formatter others) {
    this.others = others;
  }

  /** Takes the console of {@code java.util.logging}, where the console is as the JDK has it. */
  static void take() {
    if (System.getProperty(FORMAT) != null
        || LogManager.getLogManager().getProperty(FORMAT) != null) {
      return;
    }
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      if (handler.getClass() == ConsoleHandler.class
          && handler.getFormatter().getClass() == SimpleFormatter.class) {
        handler.setFormatter(new ConsoleLines(handler.getFormatter()));
      }
    }
  }

  @Override
  public String format(LogRecord record) {
    if (record.getLoggerName() == null || !OWN.contains(record.getLoggerName())) {
      return others.format(record);
    }
    StringWriter line = new StringWriter();
    try (PrintWriter out = new PrintWriter(line)) {
      out.printf(
          "%1$tF %1$tT %2$s %3$s: %4$s%n",
          record.getInstant().atZone(ZoneId.systemDefault()),
          record.getLevel().getLocalizedName(),
          record.getLoggerName(),
          formatMessage(record));
      if (record.getThrown() != null) {
        record.getThrown().printStackTrace(out);
      }
    }
    return line.toString();
  }
}
