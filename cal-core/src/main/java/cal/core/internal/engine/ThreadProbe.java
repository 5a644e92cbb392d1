package cal.core.internal.engine;

/**
 * A momentary view of a thread's state in the system. The view leans on names of the JDK: other
 * names in another JDK are not seen. Stateless.
 */
final class ThreadProbe {
  private ThreadProbe() {}

  /**
   * Whether a thread has a thread of the system without a park or a wait for a monitor: running,
   * short of a core, or in a call of the system. A virtual thread waiting for its scheduler has
   * none.
   */
  static boolean isWithSystem(Thread thread) {
    return thread.getState() == Thread.State.RUNNABLE
        && (!thread.isVirtual() || carrier(thread) != null);
  }

  /** The name of the carrier, with which the text of a virtual thread ends; or null. */
  static String carrier(Thread thread) {
    if (!thread.isVirtual()) {
      return null;
    }
    String text = thread.toString();
    int at = text.indexOf('@', text.lastIndexOf("]/"));
    return at < 0 ? null : text.substring(at + 1);
  }

  /** Whether a thread is in a call of the system on a file, whatever the wait. */
  static boolean isInFileCall(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    return stack.length > 0 && stack[0].isNativeMethod() && isOfFiles(stack[0].getClassName());
  }

  private static boolean isOfFiles(String type) {
    return type.startsWith("java.io.")
        || type.startsWith("sun.nio.fs.")
        || (type.startsWith("sun.nio.ch.") && type.contains("FileDispatcher"))
        || type.equals("java.nio.MappedMemoryUtils");
  }
}
