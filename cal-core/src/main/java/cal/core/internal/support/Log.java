package cal.core.internal.support;

import java.lang.System.Logger.Level;

/**
 * The log named {@code cal}. Never throws: what is logged may be a server's own exception, which
 * cannot always be printed, and the thread that logs it goes on with others' work.
 */
public final class Log {
  private static final System.Logger LOG = System.getLogger("cal");

  private Log() {}

  public static void log(Level level, String text, Throwable thrown) {
    try {
      LOG.log(level, text, thrown);
    } catch (Throwable unprintable) {
      logWithout(level, text + ": " + Describer.describe(thrown), unprintable);
    }
  }

  private static void logWithout(Level level, String text, Throwable unprintable) {
    try {
      LOG.log(level, text + ", and logging it threw " + unprintable.getClass().getName());
    } catch (Throwable broken) {
      System.err.println("cal: " + text + "; the log is broken: " + broken.getClass().getName());
    }
  }
}
