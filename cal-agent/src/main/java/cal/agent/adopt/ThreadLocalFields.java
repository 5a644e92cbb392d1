package cal.agent.adopt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The thread locals of threads, which the JDK keeps in two fields of {@link Thread}: all that
 * adoption takes from inside it. Written for JDK 25. Stateless.
 *
 * @param own the values of thread locals; null before there is one
 * @param inherited the values of inheritable ones; null if there are none
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

  /** Those of a thread that does not run now, or of the calling one. */
  static ThreadLocalFields of(Thread thread) {
    return new ThreadLocalFields(OWN.get(thread), INHERITED.get(thread));
  }

  /** Gives a thread, the calling one or one that does not run, others; returns those it had. */
  static ThreadLocalFields exchange(Thread thread, ThreadLocalFields others) {
    ThreadLocalFields before = of(thread);
    OWN.set(thread, others.own);
    INHERITED.set(thread, others.inherited);
    return before;
  }

  /** Gives a thread the values that another has inherited. */
  static void inherit(Thread thread, Thread heir) {
    INHERITED.set(heir, INHERITED.get(thread));
  }
}
