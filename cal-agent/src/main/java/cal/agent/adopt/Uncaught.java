package cal.agent.adopt;

import java.lang.Thread.UncaughtExceptionHandler;

/** Handles an exception that a thread has thrown as the JVM does. Stateless. */
final class Uncaught {
  private Uncaught() {}

  /**
   * Tells the thread's handler, as the thread: what the handler throws is ignored, as the JVM does.
   *
   * @param group whose handler it is where the thread has none of its own
   */
  static void handle(Thread thread, ThreadGroup group, Throwable thrown) {
    UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
    boolean none = handler == null || handler instanceof ThreadGroup;
    try {
      (none && group != null ? group : handler).uncaughtException(thread, thrown);
    } catch (Throwable secondary) {
      if (secondary != thrown) {
        thrown.addSuppressed(secondary);
      }
    }
  }
}
