package cal.reactive.internal.jdk;

import cal.core.internal.support.ModuleName;
import cal.core.internal.support.TestedJdk;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * All internals of the JDK about threads: virtual threads with a scheduler of their own, their
 * carrier, and a pin to the carrier (JEP 444 has none in its API). Where the JDK gives none, {@link
 * #missing} tells the reason, and nothing is carried or pinned. Stateless.
 *
 * <p>A scheduler goes to a virtual thread through its builder. There are two ways: an argument of
 * the builder's constructor, as in JDK 25, and the builder's field for a {@code
 * VirtualThreadScheduler}, as in the builds of Project Loom. Each assumption about JDK 25 is
 * tested; {@link SchedulerTrial} tries any JDK.
 */
public final class JdkThreads {
  private static final String BUILDER = "java.lang.ThreadBuilders$VirtualThreadBuilder";
  private static final String THREAD = "java.lang.VirtualThread";

  private JdkThreads() {}

  /** Makes a builder of virtual threads with a scheduler of their own. */
  @FunctionalInterface
  interface Builders {
    Thread.Builder.OfVirtual builder(Executor scheduler) throws Throwable;
  }

  private static final class Access {
    /** Null where all is there. */
    static final String MISSING;

    static final boolean THERE;
    static final Builders BUILDERS;
    static final MethodHandle CARRIER;
    static final MethodHandle PIN;
    static final MethodHandle UNPIN;

    static {
      Builders builders = null;
      MethodHandle carrier = null;
      MethodHandle pin = null;
      MethodHandle unpin = null;
      String missing = null;
      try {
        builders = builders();
        carrier = carrier();
        pin = ofThread("disableSuspendAndPreempt");
        unpin = ofThread("enableSuspendAndPreempt");
      } catch (IllegalAccessException | InaccessibleObjectException closed) {
        missing =
            "the package java.lang is not open to CAL; start Java with --add-opens"
                + " java.base/java.lang="
                + ModuleName.of(JdkThreads.class)
                + (JdkThreads.class.getModule().isNamed()
                    ? ""
                    : ", or put Add-Opens: java.base/java.lang into the manifest of the jar that is"
                        + " started");
      } catch (ReflectiveOperationException gone) {
        missing = unknown(gone.getMessage());
      }
      MISSING = missing;
      THERE = missing == null;
      BUILDERS = builders;
      CARRIER = carrier;
      PIN = pin;
      UNPIN = unpin;
    }
  }

  static String unknown(String what) {
    return "CAL does not know this JDK, %s: %s; run JDK %d"
        .formatted(Runtime.version(), what, TestedJdk.FEATURE);
  }

  private static Lookup in(Class<?> type) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
  }

  private static Builders builders() throws ReflectiveOperationException {
    Class<?> builder = Class.forName(BUILDER);
    try {
      MethodHandle made =
          in(builder)
              .findConstructor(builder, MethodType.methodType(void.class, Executor.class))
              .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
      return scheduler -> (Thread.Builder.OfVirtual) made.invokeExact(scheduler);
    } catch (NoSuchMethodException notOfJdk25) {
      return loomBuilders(builder);
    }
  }

  /** As in Project Loom: an interface, whose methods take the next task. */
  private static Builders loomBuilders(Class<?> builder) throws ReflectiveOperationException {
    Class<?> scheduling = Class.forName("java.lang.Thread$VirtualThreadScheduler");
    MethodHandle field =
        in(builder)
            .findSetter(builder, "scheduler", scheduling)
            .asType(
                MethodType.methodType(void.class, Thread.Builder.OfVirtual.class, Object.class));
    return scheduler -> {
      Thread.Builder.OfVirtual made = Thread.ofVirtual();
      field.invokeExact(made, loomScheduler(scheduling, scheduler));
      return made;
    };
  }

  /** A scheduler of Loom's for each task. */
  static Object loomScheduler(Class<?> scheduling, Executor executor) {
    return Proxy.newProxyInstance(
        scheduling.getClassLoader(),
        new Class<?>[] {scheduling},
        (proxy, method, arguments) -> called(proxy, method, arguments, executor));
  }

  private static Object called(Object proxy, Method method, Object[] arguments, Executor executor)
      throws Throwable {
    return switch (method.getName()) {
      case "onStart", "onContinue" -> {
        executor.execute((Runnable) arguments[arguments.length - 1]);
        yield null;
      }
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "scheduler of " + executor;
      default -> InvocationHandler.invokeDefault(proxy, method, arguments);
    };
  }

  private static MethodHandle carrier() throws ReflectiveOperationException {
    Class<?> thread = Class.forName(THREAD);
    return in(thread)
        .findVarHandle(thread, "carrierThread", Thread.class)
        .toMethodHandle(AccessMode.GET_VOLATILE)
        .asType(MethodType.methodType(Thread.class, Thread.class));
  }

  private static MethodHandle ofThread(String method) throws ReflectiveOperationException {
    Class<?> thread = Class.forName(THREAD);
    return in(thread)
        .findVirtual(thread, method, MethodType.methodType(void.class))
        .asType(MethodType.methodType(void.class, Thread.class));
  }

  /** The reason of missing internals; empty if present, untried. */
  static Optional<String> missing() {
    return Optional.ofNullable(Access.MISSING);
  }

  /** An unstarted virtual thread, whose steps run where the scheduler executes. */
  public static Thread unstarted(Executor scheduler, String name, Runnable body) {
    try {
      return Access.BUILDERS.builder(scheduler).name(name).unstarted(body);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure; // no handle throws anything that is checked
  }

  /**
   * The present carrier of a thread: a platform thread itself, or null for a virtual thread at
   * rest, or if unknown.
   */
  public static Thread carrierOf(Thread thread) {
    try {
      if (!thread.isVirtual()) {
        return thread;
      }
      return Access.THERE ? (Thread) Access.CARRIER.invokeExact(thread) : null;
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  /**
   * Has a virtual calling thread stay on its carrier until {@link #unpin}, whatever the wait. True
   * if pinned, and to be unpinned.
   */
  static boolean pin() {
    return Access.THERE && Thread.currentThread().isVirtual() && pinDeeply();
  }

  /**
   * Pins from further down the stack than {@link #unpin}: with room for this there is room to undo
   * the pin. Compiled, these frames are a single frame, with the room from the entry on.
   */
  private static boolean pinDeeply() {
    return pinMoreDeeply();
  }

  private static boolean pinMoreDeeply() {
    return pinMostDeeply();
  }

  private static boolean pinMostDeeply() {
    return call(Access.PIN);
  }

  static void unpin(boolean pinned) {
    if (pinned) {
      call(Access.UNPIN);
    }
  }

  /** A call of a channel or a selector. */
  @FunctionalInterface
  public interface Call<T, E extends Exception> {
    T call() throws E;
  }

  /**
   * Makes a call with locks of a channel or a selector, needed by a loop's own thread as well: a
   * virtual thread stays on its carrier, whatever the wait.
   */
  public static <T, E extends Exception> T pinned(Call<T, E> call) throws E {
    boolean pinned = pin();
    try {
      return call.call();
    } finally {
      unpin(pinned);
    }
  }

  private static boolean call(MethodHandle method) {
    try {
      method.invokeExact(Thread.currentThread());
      return true;
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }
}
