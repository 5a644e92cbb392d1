package cal.agent.adopt;

import java.lang.Thread.UncaughtExceptionHandler;

/** Handles a thread's uncaught exception like the JVM. Stateless. */
final class Uncaught {
  private Uncaught() {}

  /**
   * Tells the thread's handler, as the thread: exceptions of the handler are ignored, as by the
   * JVM.
   *
   * @param group with the handler for a thread without a handler
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
