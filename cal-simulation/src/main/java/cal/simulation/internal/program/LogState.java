package cal.simulation.internal.program;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * The handlers and levels of {@code java.util.logging}, which outlive a run, of loggers without
 * code of a program. Not thread-safe.
 */
final class LogState {
  private static final Kept NEW = new Kept(null, List.of(), true);

  private final Map<String, Kept> loggers = new HashMap<>();

  private record Kept(Level level, List<Handler> handlers, boolean above) {
    static Kept of(Logger logger) {
      return new Kept(
          logger.getLevel(), List.of(logger.getHandlers()), logger.getUseParentHandlers());
    }

    void restore(Logger logger) {
      if (equals(of(logger))) {
        return;
      }
      logger.setLevel(level);
      logger.setUseParentHandlers(above);
      for (Handler handler : logger.getHandlers()) {
        logger.removeHandler(handler);
      }
      handlers.forEach(logger::addHandler);
    }
  }

  LogState() {
    for (Logger logger : all()) {
      loggers.put(logger.getName(), Kept.of(logger));
    }
  }

  private static List<Logger> all() {
    LogManager logs = LogManager.getLogManager();
    return Collections.list(logs.getLoggerNames()).stream()
        .map(logs::getLogger)
        .filter(logger -> logger != null && logger.getClass().getClassLoader() == null)
        .toList();
  }

  /** Puts all back; a logger of the run loses what the run gave it. */
  void restore() {
    all().forEach(logger -> loggers.getOrDefault(logger.getName(), NEW).restore(logger));
  }
}
