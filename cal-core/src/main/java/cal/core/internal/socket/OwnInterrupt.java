package cal.core.internal.socket;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.StagedActivity;

/**
 * The interrupt status that a step has left set, put aside while its virtual thread is in a call of
 * a socket. The JDK's sockets would be closed by the status there. On a platform thread, for which
 * the server was written, such a call goes on, and so does this one.
 *
 * <p>An interrupt that comes during the call stays the JDK's to see, and so does that of a drain. A
 * thread outside of activities is the server's own, and has the JDK's rule. Stateless.
 */
final class OwnInterrupt {
  private OwnInterrupt() {}

  /** Takes the status of the calling thread; true if it is to be {@linkplain #restore restored}. */
  static boolean putAside() {
    Thread thread = Thread.currentThread();
    if (!thread.isInterrupted() || !thread.isVirtual()) {
      return false;
    }
    StagedActivity activity = AttachedThread.currentActivity();
    boolean own = activity != null && Thread.interrupted();
    if (own && activity.isStopped()) { // a drain says so before it interrupts
      thread.interrupt();
      own = false;
    }
    return own;
  }

  /** After the call, however it ended. */
  static void restore(boolean putAside) {
    if (putAside) {
      Thread.currentThread().interrupt();
    }
  }
}
