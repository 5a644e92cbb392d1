package cal.simulation.internal.schedule;

import cal.simulation.internal.jdk.Chances;
import cal.simulation.internal.jdk.VirtualThreads;
import cal.simulation.internal.schedule.Carriers.Carrier;
import cal.simulation.seam.Hooks;
import cal.simulation.seam.Refusal;
import cal.simulation.spi.Point;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;

/** A run, as rewritten code calls it. */
final class RunHooks implements Hooks {
  private static final long LOOK_NANOS = 50;
  private static final long BEGIN = 1_000_000_000L;
  private static final long EPOCH = 1_700_000_000_000_000_000L;
  private static final Point[] POINTS = Point.values();
  private static final String TIMER_THREAD = "java.util.TimerThread";

  private final Simulation run;
  private final Thread carrier = Thread.currentThread();
  private SystemCalls system = (name, arguments) -> null;
  private Thread starting;
  private volatile Refusal refusal;

  RunHooks(Simulation run) {
    this.run = run;
  }

  /** Has a system answer calls for files. */
  void system(SystemCalls calls) {
    system = calls;
  }

  /** Throws the refusal of the run, if there was one. */
  void requireSimulated() {
    if (refusal != null) {
      throw refusal;
    }
  }

  @Override
  public boolean here() {
    Thread thread = Thread.currentThread();
    return thread.isVirtual() || thread == carrier || thread instanceof Carrier;
  }

  @Override
  public long nanoTime() {
    return BEGIN + run.pass(LOOK_NANOS); // so that a loop that waits for a time ends
  }

  @Override
  public long epochNanos() {
    return EPOCH + run.pass(LOOK_NANOS);
  }

  @Override
  public void point(int kind) {
    run.point(POINTS[kind]);
  }

  @Override
  public Future<?> schedule(Runnable command, long nanos) {
    return run.schedule(command, nanos);
  }

  @Override
  public void submit(Runnable task) {
    VirtualThreads.unstarted(task).start();
  }

  @Override
  public Object call(String name, Object[] arguments) throws Throwable {
    return system.call(name, arguments);
  }

  @Override
  public void ready(Thread virtual) {
    if (here()) {
      run.ready(virtual);
    } else {
      run.readyFromOutside(virtual);
    }
  }

  @Override
  public boolean pinned(Thread virtual, long nanos) {
    return run.carriers().await(virtual, nanos);
  }

  @Override
  public void starting(Thread virtual) {
    if (virtual.getState() == Thread.State.NEW) { // else the JDK refuses the start
      run.threads().add(virtual, starting, run.acting());
      Chances.begin(virtual, run.chance().next());
    }
    starting = null;
  }

  @Override
  public boolean start(Thread platform) {
    if (platform instanceof ForkJoinWorkerThread) {
      throw refuse("the program asks for a worker of a ForkJoinPool; use another executor");
    }
    Class<?> type = platform.getClass();
    if (type == Carrier.class) {
      return false;
    }
    if (type.getClassLoader() == null
        && type != Thread.class
        && !type.getName().equals(TIMER_THREAD)) {
      return false; // the JDK's own housekeeping
    }
    if (standIn(platform) != null) {
      throw new IllegalThreadStateException();
    }
    Thread virtual = VirtualThreads.unstarted(() -> body(platform));
    virtual.setContextClassLoader(platform.getContextClassLoader());
    virtual.setName(platform.getName());
    starting = platform;
    virtual.start();
    return true;
  }

  @SuppressWarnings("DoNotCall") // the stand-in is the thread
  private static void body(Thread platform) {
    try {
      platform.run();
    } catch (Throwable uncaught) {
      platform.getUncaughtExceptionHandler().uncaughtException(platform, uncaught);
    }
  }

  @Override
  public Thread standIn(Thread platform) {
    SimulatedThread thread = run.threads().standIn(platform);
    return thread == null ? null : thread.virtual;
  }

  @Override
  public Thread standsFor(Thread virtual) {
    SimulatedThread thread = run.threads().of(virtual);
    return thread == null ? virtual : thread.known();
  }

  @Override
  public boolean isPlatform(Thread virtual) {
    return run.threads().isPlatform(virtual);
  }

  @Override
  public Thread carrierOf(Thread virtual) {
    return LoopHosts.carrierOf(run.threads().of(virtual));
  }

  @Override
  public long nextThreadId() {
    return run.threads().nextId();
  }

  @Override
  public int nextThreadNumber() {
    return run.threads().nextNumber();
  }

  @Override
  public Refusal refuse(String what) {
    if (refusal == null) {
      refusal =
          new Refusal(
              "not simulated: %s; at %s"
                  .formatted(
                      what, String.join(" in ", Stacks.of(new Throwable().getStackTrace()))));
    }
    return refusal;
  }
}
