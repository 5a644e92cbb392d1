package cal.simulation.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/**
 * Internals of the JDK 25 about virtual threads: their scheduler, their state, and the list of
 * those whose monitor was left. Stateless.
 */
public final class VirtualThreads {
  /** States from this number on: a thread that blocks at a monitor, or waits in one. */
  private static final int BLOCKING = 12;

  private static final int TERMINATED = 99;
  private static final int YIELDED = 11;
  private static final int SUSPENDED = 1 << 8;

  private static final MethodHandle BUILDER;
  private static final VarHandle STEP;
  private static final VarHandle STATE;
  private static final VarHandle LISTED;
  private static final VarHandle SCHEDULER;
  private static final VarHandle PERMIT;
  private static final MethodHandle PARK;

  /** The inheritable thread locals. */
  private static final VarHandle INHERITED;

  /** Of threads that the run schedules. */
  private static final Executor NONE = step -> {};

  static {
    try {
      Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
      BUILDER =
          Internals.in(builder)
              .findConstructor(builder, MethodType.methodType(void.class, Executor.class));
      Class<?> thread = Class.forName("java.lang.VirtualThread");
      Lookup in = Internals.in(thread);
      STEP = in.findVarHandle(thread, "runContinuation", Runnable.class);
      STATE = in.findVarHandle(thread, "state", int.class);
      PERMIT = in.findVarHandle(thread, "parkPermit", boolean.class);
      Class<?> locals = Class.forName("java.lang.ThreadLocal$ThreadLocalMap");
      INHERITED =
          Internals.in(Thread.class).findVarHandle(Thread.class, "inheritableThreadLocals", locals);
      Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
      MethodHandle park =
          Internals.in(unsafe)
              .findVirtual(
                  unsafe, "park", MethodType.methodType(void.class, boolean.class, long.class));
      PARK =
          park.bindTo(
              Internals.call(
                  Internals.in(unsafe)
                      .findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe))));
      SCHEDULER = in.findVarHandle(thread, "scheduler", Executor.class);
      LISTED = in.findVarHandle(thread, "onWaitingList", boolean.class);
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }

  private VirtualThreads() {}

  /** Makes a thread that no executor runs: its steps come by {@code Seam.ready}. */
  public static Thread unstarted(Runnable body) {
    return ((Thread.Builder.OfVirtual) Internals.call(BUILDER, NONE)).unstarted(body);
  }

  /** Makes a thread in place of a platform thread, with its locals, name and loader. */
  public static Thread standIn(Thread platform, Runnable body) {
    Thread virtual = unstarted(body);
    virtual.setContextClassLoader(platform.getContextClassLoader());
    virtual.setName(platform.getName());
    INHERITED.set(virtual, INHERITED.get(platform));
    if (platform.isInterrupted()) {
      virtual.interrupt();
    }
    return virtual;
  }

  /** Returns the scheduler that the program gave a thread; null if none. */
  public static Executor ownScheduler(Thread virtual) {
    Executor scheduler = (Executor) SCHEDULER.get(virtual);
    return scheduler == NONE || scheduler instanceof ForkJoinPool ? null : scheduler;
  }

  /** Runs a thread until it parks, blocks, gives way or ends. On the carrier. */
  public static void step(Thread virtual) {
    ((Runnable) STEP.get(virtual)).run();
  }

  private static int state(Thread virtual) {
    return (int) STATE.getVolatile(virtual) & ~SUSPENDED;
  }

  /** Whether a wait of a thread would return at once. */
  public static boolean hasPermit(Thread virtual) {
    return (boolean) PERMIT.getVolatile(virtual);
  }

  /** Takes the permit; false if there was none. */
  public static boolean takePermit(Thread virtual) {
    return (boolean) PERMIT.getAndSet(virtual, false);
  }

  /** Parks the carrier of the calling thread. */
  public static void parkCarrier() {
    Object unused = Internals.call(PARK, false, 0L);
  }

  /** Whether a thread has given way, and not begun to wait. */
  public static boolean yielded(Thread virtual) {
    return state(virtual) == YIELDED;
  }

  /** Whether a thread has ended. */
  public static boolean ended(Thread virtual) {
    return state(virtual) == TERMINATED;
  }

  /** Whether a thread blocks at a monitor, or waits in one. */
  public static boolean inMonitor(Thread virtual) {
    int state = state(virtual);
    return state >= BLOCKING && state < TERMINATED;
  }

  /** Whether the JDK's unblocker has yet to hand over a thread whose monitor was left. */
  public static boolean underWay(Thread virtual) {
    return (boolean) LISTED.getVolatile(virtual);
  }
}
