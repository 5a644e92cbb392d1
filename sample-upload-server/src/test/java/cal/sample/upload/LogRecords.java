package cal.sample.upload;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The log records of the server while this is open; the console gets none. */
final class LogRecords extends Handler implements AutoCloseable {

  private final Logger logger = Logger.getLogger("cal.sample.upload");
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Formatter formatter = new SimpleFormatter();

  LogRecords() {
    logger.setLevel(Level.ALL);
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  List<String> messages(Level atLeast) {
    return records.stream()
        .filter(r -> r.getLevel().intValue() >= atLeast.intValue())
        .map(formatter::formatMessage)
        .toList();
  }

  /** How many have a stack trace. */
  long stacks(Level atLeast) {
    return records.stream()
        .filter(r -> r.getLevel().intValue() >= atLeast.intValue())
        .filter(r -> r.getThrown() != null)
        .count();
  }

  List<String> warnings() {
    return messages(Level.WARNING);
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
    logger.setLevel(null);
  }
}
