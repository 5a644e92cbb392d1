package cal.agent.adopt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The thread locals of threads, in two fields of {@link Thread}: the only internals used by
 * adoption. Written for JDK 25. Stateless.
 *
 * @param own the values of thread locals; null before the first
 * @param inherited the values of inheritable thread locals; null if there are none
 */
record ThreadLocalFields(Object own, Object inherited) {
  private static final VarHandle OWN = field("threadLocals");
  private static final VarHandle INHERITED = field("inheritableThreadLocals");

  private static VarHandle field(String name) {
    try {
      return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
          .findVarHandle(Thread.class, name, Class.forName("java.lang.ThreadLocal$ThreadLocalMap"));
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(
          "adopted threads have thread locals of their own, for which java.lang must be open; start"
              + " Java with --add-opens java.base/java.lang=ALL-UNNAMED",
          closed);
    } catch (ReflectiveOperationException gone) {
      throw new IllegalStateException(
          "this JDK, " + Runtime.version() + ", keeps thread locals elsewhere; run JDK 25", gone);
    }
  }

  /** The thread locals of a resting thread, or of the calling thread. */
  static ThreadLocalFields of(Thread thread) {
    return new ThreadLocalFields(OWN.get(thread), INHERITED.get(thread));
  }

  /** Gives a resting thread, or the calling thread, other thread locals; returns the former. */
  static ThreadLocalFields exchange(Thread thread, ThreadLocalFields others) {
    ThreadLocalFields before = of(thread);
    OWN.set(thread, others.own);
    INHERITED.set(thread, others.inherited);
    return before;
  }

  /** Gives a thread the inherited values of another. */
  static void inherit(Thread thread, Thread heir) {
    INHERITED.set(heir, INHERITED.get(thread));
  }
}
