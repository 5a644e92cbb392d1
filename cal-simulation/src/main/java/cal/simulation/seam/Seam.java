package cal.simulation.seam;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Delayed;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The calls that rewritten code makes, the JDK's own as well. Outside of a run each does as the JDK
 * does. Thread-safe.
 */
public final class Seam {
  /** The answer of a call that has none. */
  public static final Object DONE = new Object();

  private static volatile Hooks hooks;

  /** Whether there was a run: the process does nothing else. */
  private static volatile boolean simulates;

  private Seam() {}

  /** Takes the calls to a run, or to none. */
  public static void install(Hooks run) {
    simulates |= run != null;
    hooks = run;
  }

  /** Returns the run of the calling thread; null outside. */
  static Hooks here() {
    Hooks run = hooks;
    return run != null && run.here() ? run : null;
  }

  /** In place of {@link System#nanoTime}. */
  public static long nanoTime() {
    Hooks run = here();
    return run == null ? System.nanoTime() : run.nanoTime();
  }

  /** In place of {@link System#currentTimeMillis}. */
  public static long currentTimeMillis() {
    Hooks run = here();
    return run == null ? System.currentTimeMillis() : run.epochNanos() / 1_000_000;
  }

  /** After the JDK's {@code VM.getNanoTimeAdjustment}, for {@code java.time}. */
  public static long adjustment(long real, long offsetSeconds) {
    Hooks run = here();
    return run == null ? real : run.epochNanos() - offsetSeconds * 1_000_000_000L;
  }

  /** In place of {@link Thread#currentThread} in all code but the JDK's. */
  public static Thread currentThread() {
    Thread thread = Thread.currentThread();
    Hooks run = hooks;
    return run == null || !thread.isVirtual() ? thread : run.standsFor(thread);
  }

  /**
   * In place of {@link Lookup#findVarHandle} in all code but the JDK's: the carrier of a thread
   * with a scheduler of its own is the thread that runs the scheduler's tasks.
   */
  public static VarHandle findVarHandle(Lookup in, Class<?> owner, String name, Class<?> type)
      throws ReflectiveOperationException {
    VarHandle real = in.findVarHandle(owner, name, type);
    if (!name.equals("carrierThread") || !owner.getName().equals("java.lang.VirtualThread")) {
      return real;
    }
    VarHandle first =
        MethodHandles.insertCoordinates(MethodHandles.arrayElementVarHandle(Thread[].class), 1, 0);
    MethodType cell = MethodType.methodType(Thread[].class, Thread.class);
    return MethodHandles.filterCoordinates(
        first, 0, MethodHandles.lookup().findStatic(Seam.class, "carrier", cell));
  }

  /** The carrier of a virtual thread, in a cell of its own for {@link #findVarHandle}. */
  public static Thread[] carrier(Thread virtual) {
    Hooks run = here();
    return new Thread[] {run == null ? null : run.carrierOf(virtual)};
  }

  /** A place where a simulated thread may be preempted. */
  public static void point(int kind) {
    Hooks run = hooks;
    if (run != null && Thread.currentThread().isVirtual()) {
      run.point(kind);
    }
  }

  /** At the entry of {@code VirtualThread.schedule}; null outside of a run. */
  public static Future<?> schedule(Runnable command, long delay, TimeUnit unit) {
    Hooks run = here();
    return run == null ? null : run.schedule(command, unit.toNanos(delay));
  }

  /** At the entry of {@code VirtualThread.submitRunContinuation}: no thread outlives its run. */
  public static boolean ready(Thread virtual) {
    Hooks run = hooks;
    if (run != null) {
      run.ready(virtual);
    }
    return simulates;
  }

  /** At the entry of {@code VirtualThread.start}. */
  public static void starting(Thread virtual) {
    Hooks run = here();
    if (run != null) {
      run.starting(virtual);
    }
  }

  /** At the entry of {@code VirtualThread.parkOnCarrierThread}, which would stop all threads. */
  public static boolean pinned(Thread virtual, boolean timed, long nanos) {
    Hooks run = hooks;
    return run != null && run.pinned(virtual, timed ? Math.max(0, nanos) : -1);
  }

  /** At the entry of {@code ForkJoinPool.scheduleDelayedTask}. */
  public static boolean delayed(Object task) {
    Hooks run = here();
    if (run != null) {
      Runnable body = ((ForkJoinTask<?>) task)::quietlyInvoke;
      long delay = ((Delayed) task).getDelay(TimeUnit.NANOSECONDS);
      Future<?> unused = run.schedule(() -> run.submit(body), delay);
    }
    return run != null;
  }

  /** At the entry of {@code ForkJoinPool.poolSubmit}. */
  public static boolean submit(ForkJoinPool pool, ForkJoinTask<?> task) {
    Hooks run = here();
    if (run == null) {
      return false;
    }
    if (pool != ForkJoinPool.commonPool()) {
      throw refused("a ForkJoinPool of the program's own; use another executor");
    }
    run.submit(task::quietlyInvoke);
    return true;
  }

  /** At the entry of {@code Thread.start} of a platform thread. */
  public static boolean start(Thread platform) {
    Hooks run = here();
    return run != null && !platform.isVirtual() && run.start(platform);
  }

  /** At the entry of {@code Thread.dispatchUncaughtException}. */
  public static void uncaught(Throwable thrown) {
    Hooks run = here();
    if (run != null) {
      run.uncaught(thrown);
    }
  }

  /** The virtual thread in place of a platform thread; null outside of a run, or if none is. */
  public static Thread standIn(Thread thread) {
    Hooks run = thread == null || thread.isVirtual() ? null : here();
    return run == null ? null : run.standIn(thread);
  }

  /** The same, or the thread itself. */
  public static Thread meant(Thread thread) {
    Thread virtual = standIn(thread);
    return virtual == null ? thread : virtual;
  }

  /** At the entry of {@code LockSupport.unpark}; returns the thread that is meant. */
  public static Thread unpark(Thread thread) {
    Thread meant = meant(thread);
    Hooks run = meant == null ? null : here();
    if (run != null) {
      run.unparked(meant);
    }
    return meant;
  }

  /** At the entry of {@code Thread.setContextClassLoader}: the JDK asks the virtual thread. */
  public static void loader(Thread thread, ClassLoader loader) {
    Thread virtual = standIn(thread);
    if (virtual != null) {
      virtual.setContextClassLoader(loader);
    }
  }

  /** At the entry of {@code Thread.asyncGetStackTrace}, where a virtual thread stands in. */
  public static StackTraceElement[] stack(Thread virtual) {
    return virtual == Thread.currentThread()
        ? new Throwable().getStackTrace()
        : virtual.getStackTrace();
  }

  /**
   * At the entry of {@code Thread.isDaemon}, which a new thread asks its maker: 1 or 0 by the
   * thread that a virtual thread stands in for, 0 for the first of a run, or -1.
   */
  public static int daemon(Thread thread) {
    Hooks run = thread.isVirtual() ? here() : null;
    if (run == null || !run.isPlatform(thread)) {
      return -1;
    }
    Thread known = run.standsFor(thread);
    return known != thread && known.isDaemon() ? 1 : 0;
  }

  /** At the entry of {@code Thread.ThreadIdentifiers.next}; 0 outside of a run. */
  public static long nextThreadId() {
    Hooks run = here();
    return run == null ? 0 : run.nextThreadId();
  }

  /** At the entry of {@code Thread.ThreadNumbering.next}; -1 outside of a run. */
  public static int nextThreadNumber() {
    Hooks run = here();
    return run == null ? -1 : run.nextThreadNumber();
  }

  /** At the entry of {@code ForkJoinTask.fork}: a run has no workers, but threads. */
  public static boolean fork(ForkJoinTask<?> task) {
    Hooks run = here();
    if (run != null) {
      run.submit(task::quietlyInvoke);
    }
    return run != null;
  }

  /** At the entry of a method that cannot be simulated. */
  public static void real(String what) {
    if (here() != null) {
      throw refused(what);
    }
  }

  /**
   * Beneath the JDK's classes for files: a call, with the object that is asked unless static.
   *
   * @return null where the real system is to answer, or {@link #DONE} for void and for null
   */
  public static Object call(String name, Object[] arguments) throws Throwable {
    Hooks run = hooks;
    if (!simulates || !Thread.currentThread().isVirtual()) {
      return null;
    }
    if (run == null) {
      throw new Refusal("a thread asks for " + name + " after its run");
    }
    return run.call(name, arguments);
  }

  /** The object that a call has answered. */
  public static Object orNull(Object answer) {
    return answer == DONE ? null : answer;
  }

  static Refusal refused(String what) {
    return hooks.refuse(what);
  }
}
