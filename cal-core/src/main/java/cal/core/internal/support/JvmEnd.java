package cal.core.internal.support;

/**
 * The end of the JVM, from the first call of {@link System#exit}, signal, or end of the last
 * non-daemon thread. Stateless.
 */
public final class JvmEnd {
  private JvmEnd() {}

  /** Whether shutdown hooks are being run. */
  public static boolean underWay() {
    try {
      Runtime.getRuntime().removeShutdownHook(Thread.currentThread()); // it is none: it runs
      return false;
    } catch (IllegalStateException shutsDown) {
      return true;
    }
  }

  /**
   * Whether a thread has asked for the end, in any code. The thread waits for all hooks, or for an
   * earlier asker, and the call never returns.
   */
  public static boolean isAskedBy(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().equals("java.lang.Shutdown")) {
        return true;
      }
    }
    return false;
  }
}
