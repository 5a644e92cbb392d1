package cal.core.internal.support;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The log named {@code cal}. Never throws: a server's own exception cannot always be printed, and
 * the logging thread goes on with others' work.
 */
public final class Log {
  private static final System.Logger LOG = System.getLogger("cal");
  private static final AtomicBoolean BEGUN = new AtomicBoolean();

  private Log() {}

  public static void log(Level level, String text, Throwable thrown) {
    try {
      begin();
      LOG.log(level, text, thrown);
    } catch (Throwable unprintable) {
      logWithout(level, text, thrown, unprintable);
    }
  }

  /** A further log of CAL, for a class that is loaded when {@code java.util.logging} is set up. */
  public static System.Logger of(String name) {
    begin();
    return System.getLogger(name);
  }

  /** With the first record and not before: until then a server may set up its own log. */
  private static void begin() {
    if (!BEGUN.getAndSet(true)
        && "java.logging"
            .equals(System.LoggerFinder.getLoggerFinder().getClass().getModule().getName())) {
      ConsoleLines.take();
    }
  }

  private static void logWithout(
      Level level, String text, Throwable thrown, Throwable unprintable) {
    try {
      String all = text + ": " + Describer.describe(thrown);
      LOG.log(level, all + ", and logging it threw " + unprintable.getClass().getName());
    } catch (Throwable broken) {
      print(text, broken);
    }
  }

  private static void print(String text, Throwable broken) {
    try {
      System.err.println("cal: " + text + "; the log is broken: " + broken.getClass().getName());
    } catch (Throwable mute) {
      return; // Nothing is left to say it by, and the caller goes on.
    }
  }
}
