package cal.core.contract;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines of the log {@code cal} with some text, from now until this is closed. Thread-safe. */
public final class LogLines extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("cal");
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
  private final String text;

  public LogLines(String text) {
    this.text = text;
    logger.addHandler(this);
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** The exceptions that were logged with a stack trace, by these lines. */
  public List<Throwable> thrown() {
    return List.copyOf(thrown);
  }

  @Override
  public void publish(LogRecord line) {
    if (line.getMessage().contains(text)) {
      lines.add(line.getMessage());
      if (line.getThrown() != null) {
        thrown.add(line.getThrown());
      }
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
