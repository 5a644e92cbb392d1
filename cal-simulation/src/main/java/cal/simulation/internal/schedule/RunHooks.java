package cal.simulation.internal.schedule;

import cal.simulation.internal.jdk.Chances;
import cal.simulation.internal.jdk.VirtualThreads;
import cal.simulation.internal.schedule.Carriers.Carrier;
import cal.simulation.seam.Hooks;
import cal.simulation.seam.Refusal;
import cal.simulation.spi.Point;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;

/** A run, as rewritten code calls it. */
final class RunHooks implements Hooks {
  private static final long LOOK_NANOS = 50;
  private static final long BEGIN = 1_000_000_000L;
  private static final long DAY_NANOS = 86_400_000_000_000L;

  /** The date at which each run begins. */
  private static final String DATE = System.getProperty("simulation.date", "2026-01-01");

  static final long EPOCH = LocalDate.parse(DATE).toEpochDay() * DAY_NANOS;
  private static final Point[] POINTS = Point.values();

  /** Threads of the JDK's that work for the program, by their classes or names. */
  private static final Set<String> SIMULATED = Set.of("java.util.TimerThread", "Keep-Alive-Timer");

  private final Simulation run;
  private final Thread carrier = Thread.currentThread();
  private SystemCalls system = (name, arguments) -> null;
  private Thread starting;

  /** Of connections; the JDK has one. */
  private Map<?, ?> cache = new HashMap<>();

  /** Of log files, by the machine; null for no machine. */
  private final Map<Machine, Set<Object>> locks = new HashMap<>();

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

  /** Takes away what the JDK has kept, and notes what threads keep that are left. */
  void end() {
    run.looks().noteHeld(left -> true);
    cache.clear();
  }

  @Override
  public void cache(Map<?, ?> connections) {
    cache = connections;
  }

  @Override
  public Set<Object> locks() {
    return locks.computeIfAbsent(run.acting(), machine -> new HashSet<>());
  }

  @Override
  public void uncaught(Throwable thrown) {
    run.threads().uncaught(thrown, run.acting());
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
      throw refuse("a worker of a ForkJoinPool; use another executor");
    }
    Class<?> type = platform.getClass();
    if (type == Carrier.class) {
      return false;
    }
    if (type.getClassLoader() == null
        && type != Thread.class
        && !SIMULATED.contains(type.getName())
        && !SIMULATED.contains(platform.getName())) {
      return false; // the JDK's own housekeeping
    }
    if (standIn(platform) != null) {
      throw new IllegalThreadStateException();
    }
    Thread virtual = VirtualThreads.standIn(platform, () -> body(platform));
    starting = platform;
    virtual.start();
    return true;
  }

  @SuppressWarnings("DoNotCall") // the stand-in is the thread
  private void body(Thread platform) {
    try {
      platform.run();
    } catch (Throwable uncaught) {
      uncaught(uncaught);
      platform.getUncaughtExceptionHandler().uncaughtException(platform, uncaught);
    }
  }

  @Override
  public void unparked(Thread virtual) {
    SimulatedThread thread = run.threads().of(virtual);
    if (thread != null) {
      thread.unparked = true;
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
              "not simulated: the program asks for %s; at %s"
                  .formatted(
                      what, String.join(" in ", Stacks.of(new Throwable().getStackTrace()))));
    }
    return refusal;
  }
}
