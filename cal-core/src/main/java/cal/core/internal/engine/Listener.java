package cal.core.internal.engine;

import cal.core.internal.support.CalThread;
import java.lang.ref.WeakReference;
import java.net.ServerSocket;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A listening socket, held weakly, whose state is asked without a wait. Where a class of the server
 * has methods of its own for the state, a helper thread asks these, for the next look: a question
 * without an answer keeps its helper, and the socket counts as listening. Thread-safe.
 */
final class Listener implements Runnable {
  /** So many questions without an answer leave the others unanswered. */
  private static final int HELPERS = 4;

  /** Whether a class of sockets leaves the state to the JDK. */
  private static final ClassValue<Boolean> STANDARD =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isStandard(type, "isClosed") && isStandard(type, "isBound");
        }
      };

  private final WeakReference<ServerSocket> socket;
  private final boolean standard;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile boolean ended;
  private volatile boolean bound = true;

  Listener(ServerSocket socket) {
    this.socket = new WeakReference<>(socket);
    this.standard = STANDARD.get(socket.getClass());
  }

  private static boolean isStandard(Class<?> type, String method) {
    try {
      Class<?> declaring = type.getMethod(method).getDeclaringClass();
      return declaring.getModule() == ServerSocket.class.getModule();
    } catch (NoSuchMethodException impossible) {
      throw new AssertionError(impossible);
    }
  }

  boolean is(ServerSocket other) {
    return socket.refersTo(other);
  }

  /** The socket; null if the server has lost the socket. */
  ServerSocket socket() {
    return socket.get();
  }

  /** Whether the socket is closed, or lost. */
  boolean isEnded() {
    look();
    return ended;
  }

  /** Whether the socket is bound, and open. */
  boolean listens() {
    return !isEnded() && bound;
  }

  private void look() {
    if (standard || socket.get() == null) {
      ask();
    } else if (asked.compareAndSet(false, true)) {
      try {
        Helpers.THREADS.execute(this);
      } catch (OutOfMemoryError noThread) {
        asked.set(false);
      }
    }
  }

  private void ask() {
    ServerSocket present = socket.get();
    ended = present == null || present.isClosed();
    bound = present != null && present.isBound();
  }

  /** Asks, on a helper. */
  @Override
  public void run() {
    try {
      ask();
    } finally {
      asked.set(false);
    }
  }

  /** Made for the first socket with methods of its own. */
  private static final class Helpers {
    static final ThreadPoolExecutor THREADS =
        new ThreadPoolExecutor(
            HELPERS,
            HELPERS,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            CalThread.ofPool("cal-ask-"));

    static {
      THREADS.allowCoreThreadTimeOut(true);
    }
  }
}
