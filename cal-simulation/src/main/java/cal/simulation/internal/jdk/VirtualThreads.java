package cal.simulation.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;

/**
 * Internals of the JDK 25 about virtual threads: their scheduler, their state, and the list of
 * those whose monitor was left. Stateless.
 */
public final class VirtualThreads {
  /** States from this number on: a thread that blocks at a monitor, or waits in one. */
  private static final int BLOCKING = 12;

  private static final int TERMINATED = 99;
  private static final int SUSPENDED = 1 << 8;

  private static final MethodHandle BUILDER;
  private static final VarHandle STEP;
  private static final VarHandle STATE;
  private static final VarHandle LISTED;

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
      LISTED = in.findVarHandle(thread, "onWaitingList", boolean.class);
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }

  private VirtualThreads() {}

  /** Makes a thread that no executor runs: its steps come by {@code Seam.ready}. */
  public static Thread unstarted(Runnable body) {
    Executor none = step -> {};
    return ((Thread.Builder.OfVirtual) Internals.call(BUILDER, none)).unstarted(body);
  }

  /** Runs a thread until it parks, blocks, gives way or ends. On the carrier. */
  public static void step(Thread virtual) {
    ((Runnable) STEP.get(virtual)).run();
  }

  private static int state(Thread virtual) {
    return (int) STATE.getVolatile(virtual) & ~SUSPENDED;
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
