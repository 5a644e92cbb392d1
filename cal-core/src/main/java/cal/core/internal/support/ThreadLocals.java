package cal.core.internal.support;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Thread locals that go with an activity from thread to thread: put on before a step, taken off
 * after the step. All internals of the JDK about the carrying; each assumption about JDK 25 is
 * tested. No code of a thread local's class runs, but {@code childValue}. Stateless.
 *
 * <p>Without a value, before and after, a step costs two looks at the table of its thread. Buffers
 * that the JDK keeps for a thread stay with the thread.
 */
public final class ThreadLocals {
  /** The class of the JDK's thread locals that belong to a platform thread. */
  private static final String OF_PLATFORM_THREAD = "jdk.internal.misc.CarrierThreadLocal";

  private static final ClassValue<Boolean> STAYS =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return type == Own.class
              || type.getName().equals(OF_PLATFORM_THREAD)
              || (type != ThreadLocal.class && computeValue(type.getSuperclass()));
        }
      };

  private ThreadLocals() {}

  /**
   * A thread local of CAL's, which stays with its thread.
   *
   * @param <T> the value
   */
  public static final class Own<T> extends ThreadLocal<T> {
    /** Without a value. */
    public Own() {}
  }

  /** The internals. */
  private static final class Access {
    /** Null where all is there. */
    static final String MISSING;

    static final VarHandle OWN;
    static final VarHandle INHERITED;
    static final VarHandle TABLE;
    static final VarHandle VALUE;
    static final MethodHandle SET;
    static final MethodHandle REMOVE;
    static final MethodHandle INHERIT;

    static {
      VarHandle[] fields = new VarHandle[4];
      MethodHandle[] methods = new MethodHandle[3];
      String missing = null;
      try {
        Class<?> map = Class.forName("java.lang.ThreadLocal$ThreadLocalMap");
        Class<?> entry = Class.forName(map.getName() + "$Entry");
        fields[0] = in(Thread.class).findVarHandle(Thread.class, "threadLocals", map);
        fields[1] = in(Thread.class).findVarHandle(Thread.class, "inheritableThreadLocals", map);
        fields[2] = in(map).findVarHandle(map, "table", entry.arrayType());
        fields[3] = in(entry).findVarHandle(entry, "value", Object.class);
        Lookup local = in(ThreadLocal.class);
        methods[0] =
            local.findVirtual(
                ThreadLocal.class,
                "set",
                MethodType.methodType(void.class, Thread.class, Object.class));
        methods[1] =
            local.findVirtual(
                ThreadLocal.class, "remove", MethodType.methodType(void.class, Thread.class));
        methods[2] =
            local
                .findStatic(
                    ThreadLocal.class, "createInheritedMap", MethodType.methodType(map, map))
                .asType(MethodType.methodType(Object.class, Object.class));
      } catch (IllegalAccessException closed) {
        missing =
            "the package java.lang is not open to CAL; start Java with --add-opens"
                + " java.base/java.lang="
                + ModuleName.of(ThreadLocals.class);
      } catch (ReflectiveOperationException gone) {
        missing =
            "CAL does not know this JDK, "
                + Runtime.version()
                + ": "
                + gone.getMessage()
                + "; run JDK "
                + TestedJdk.FEATURE;
      }
      MISSING = missing;
      OWN = fields[0];
      INHERITED = fields[1];
      TABLE = fields[2];
      VALUE = fields[3];
      SET = methods[0];
      REMOVE = methods[1];
      INHERIT = methods[2];
    }

    private static Lookup in(Class<?> type) throws IllegalAccessException {
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }
  }

  /** The reason why nothing is carried, with the remedy; empty where all is. */
  public static Optional<String> missing() {
    return Optional.ofNullable(Access.MISSING);
  }

  /** The values that a thread started by the calling thread would inherit; null for none. */
  public static Map<ThreadLocal<?>, Object> inherited() {
    Object map = Access.MISSING == null ? Access.INHERITED.get(Thread.currentThread()) : null;
    if (map == null) {
      return null;
    }
    try {
      return present((Object) Access.INHERIT.invokeExact(map), null);
    } catch (Throwable ofTheServer) {
      throw Thrown.<RuntimeException>asIs(ofTheServer);
    }
  }

  /**
   * Before a step, gives the calling thread the values of the activity.
   *
   * @param carried null for none
   * @return the values of the thread itself, for {@link #takeOff}; null for none
   */
  public static Map<ThreadLocal<?>, Object> putOn(Map<ThreadLocal<?>, Object> carried) {
    if (Access.MISSING != null) {
      return null;
    }
    Thread thread = Thread.currentThread();
    Map<ThreadLocal<?>, Object> own = present(thread);
    if (carried != null) {
      carried.forEach((local, value) -> set(thread, local, value));
    }
    return own;
  }

  /**
   * After a step, gives the calling thread its own values back.
   *
   * @param own by {@link #putOn}
   * @return the values of the activity; null for none
   */
  public static Map<ThreadLocal<?>, Object> takeOff(Map<ThreadLocal<?>, Object> own) {
    if (Access.MISSING != null) {
      return null;
    }
    Thread thread = Thread.currentThread();
    Map<ThreadLocal<?>, Object> now = present(thread);
    if (now != null) {
      now.keySet().stream()
          .filter(local -> own == null || !own.containsKey(local))
          .forEach(local -> remove(thread, local));
    }
    if (own != null) {
      own.forEach((local, value) -> giveBack(thread, local, value, now));
    }
    return now == null || now.isEmpty() ? null : now;
  }

  /** A value of the thread that the step has left as it was is none of the activity. */
  private static void giveBack(
      Thread thread, ThreadLocal<?> local, Object value, Map<ThreadLocal<?>, Object> now) {
    if (now != null && now.containsKey(local) && now.get(local) == value) {
      now.remove(local);
    } else {
      set(thread, local, value);
    }
  }

  private static Map<ThreadLocal<?>, Object> present(Thread thread) {
    return present(Access.INHERITED.get(thread), present(Access.OWN.get(thread), null));
  }

  private static Map<ThreadLocal<?>, Object> present(
      Object map, Map<ThreadLocal<?>, Object> before) {
    Map<ThreadLocal<?>, Object> found = before;
    if (map != null) {
      for (Object entry : (Object[]) Access.TABLE.get(map)) {
        if (entry instanceof Reference<?> key
            && key.get() instanceof ThreadLocal<?> local
            && !STAYS.get(local.getClass())) {
          found = found == null ? new IdentityHashMap<>(4) : found;
          found.put(local, Access.VALUE.get(entry));
        }
      }
    }
    return found;
  }

  private static void set(Thread thread, ThreadLocal<?> local, Object value) {
    try {
      Access.SET.invoke(local, thread, value);
    } catch (Throwable noMemory) {
      throw Thrown.<RuntimeException>asIs(noMemory);
    }
  }

  private static void remove(Thread thread, ThreadLocal<?> local) {
    try {
      Access.REMOVE.invoke(local, thread);
    } catch (Throwable impossible) {
      throw Thrown.<RuntimeException>asIs(impossible);
    }
  }
}
