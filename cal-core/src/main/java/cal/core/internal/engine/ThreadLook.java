package cal.core.internal.engine;

/**
 * The view of a thread that tells whether the system has it; a momentary one. It leans on names of
 * the JDK: what is called otherwise in another JDK is not seen. Stateless.
 */
final class ThreadLook {
  private ThreadLook() {}

  /**
   * Whether a thread has a thread of the system that neither parks nor waits for a monitor: it
   * runs, lacks a core, or is kept by a call of the system. A virtual thread that waits for its
   * scheduler has none.
   */
  static boolean isWithSystem(Thread thread) {
    return thread.getState() == Thread.State.RUNNABLE
        && (!thread.isVirtual() || isMounted(thread.toString()));
  }

  /** The text of a virtual thread ends with its carrier, if it has one. */
  private static boolean isMounted(String text) {
    return text.indexOf('@', text.lastIndexOf("]/")) >= 0;
  }

  /** Whether a thread is in a call of the system on a file, whatever that waits for. */
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
