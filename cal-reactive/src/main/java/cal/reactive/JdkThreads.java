package cal.reactive;

import cal.core.internal.support.TestedJdk;
import cal.core.spi.ConfigurationException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.InaccessibleObjectException;
import java.util.concurrent.Executor;

/**
 * All that CAL takes from inside the JDK: virtual threads with a scheduler of their own, what
 * carries them, and to keep them there (JEP 444 has none in its API). Written for JDK 25, and
 * tested assumption by assumption. Stateless.
 */
final class JdkThreads {
  private static final String BUILDER = "java.lang.ThreadBuilders$VirtualThreadBuilder";
  private static final String THREAD = "java.lang.VirtualThread";

  private JdkThreads() {}

  /** Initialised after {@link #require} has looked, so that it cannot fail. */
  private static final class Access {
    static final MethodHandle NEW_BUILDER;
    static final MethodHandle CARRIER;
    static final MethodHandle PIN;
    static final MethodHandle UNPIN;

    static {
      try {
        NEW_BUILDER = newBuilder();
        CARRIER = carrier();
        PIN = ofThread("disableSuspendAndPreempt");
        UNPIN = ofThread("enableSuspendAndPreempt");
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  private static Lookup in(Class<?> type) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
  }

  private static MethodHandle newBuilder() throws ReflectiveOperationException {
    Class<?> builder = Class.forName(BUILDER);
    return in(builder)
        .findConstructor(builder, MethodType.methodType(void.class, Executor.class))
        .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
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

  /**
   * Makes sure that this JVM allows what follows.
   *
   * @throws ConfigurationException saying what to do if it does not
   */
  static void require() {
    try {
      newBuilder();
      carrier();
      ofThread("disableSuspendAndPreempt");
      ofThread("enableSuspendAndPreempt");
    } catch (IllegalAccessException | InaccessibleObjectException closed) {
      throw new ConfigurationException(
          "the reactive models run virtual threads on event loops of their own, for which the"
              + " package java.lang must be open to them; start Java with --add-opens"
              + " java.base/java.lang=ALL-UNNAMED, or put Add-Opens: java.base/java.lang into the"
              + " manifest of the jar that is started",
          closed);
    } catch (ReflectiveOperationException gone) {
      throw new ConfigurationException(
          "the reactive models do not know this JDK, %s: %s; run JDK %d, or choose another model,"
                  .formatted(Runtime.version(), gone.getMessage(), TestedJdk.FEATURE)
              + " virtual for example",
          gone);
    }
    SchedulerTrial.require((scheduler, body) -> unstarted(scheduler, "cal-trial-thread", body));
  }

  /** A virtual thread, not yet started, whose steps run wherever the scheduler executes them. */
  static Thread unstarted(Executor scheduler, String name, Runnable body) {
    try {
      Thread.Builder.OfVirtual builder =
          (Thread.Builder.OfVirtual) Access.NEW_BUILDER.invokeExact(scheduler);
      return builder.name(name).unstarted(body);
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

  /** The platform thread that now carries a thread: itself, or null for a virtual one at rest. */
  static Thread carrierOf(Thread thread) {
    try {
      return thread.isVirtual() ? (Thread) Access.CARRIER.invokeExact(thread) : thread;
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  /**
   * Has the calling thread, if it is virtual, stay on its carrier until {@link #unpin}, whatever it
   * waits for. True if so: there is something to unpin.
   */
  static boolean pin() {
    return Thread.currentThread().isVirtual() && pinDeeply();
  }

  /**
   * Pins from further down than {@link #unpin} is called: where the stack has room for this, it has
   * room to undo it. Compiled, these frames are one, which has that room from its entry on.
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

  private static boolean call(MethodHandle method) {
    try {
      method.invokeExact(Thread.currentThread());
      return true;
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }
}
