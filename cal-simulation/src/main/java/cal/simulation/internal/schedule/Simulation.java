package cal.simulation.internal.schedule;

import cal.simulation.internal.jdk.Chances;
import cal.simulation.internal.jdk.VirtualThreads;
import cal.simulation.seam.Refusal;
import cal.simulation.seam.Seam;
import cal.simulation.spi.Chance;
import cal.simulation.spi.Point;
import cal.simulation.spi.Strategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A run: the calling platform thread serves all virtual threads of the process, in an order by the
 * seed, in virtual time. Each step takes a microsecond. Where no thread can go on, the time jumps
 * to the next timer; without a timer the run stands still, and fails.
 *
 * <pre>
 *            start, unpark, monitor left, timer
 *   (waits) ------------------------------------> ready --Strategy.next--> runs a step --> (waits)
 *                                                   ^                          |
 *            timer &lt;--- stands still &lt;--- Strategy.at a point -----------------'
 * </pre>
 *
 * <p>A single platform thread of the JDK's comes from outside: the unblocker of monitors (JEP 491).
 * The rewritten unblocker hands a thread over before it takes the thread off its list; so an empty
 * list tells that all came, and {@link #settle} waits for that.
 */
public final class Simulation {
  private static final long STEP_NANOS = 1_000;

  /** More steps than the kept switches, for a thread that goes on after itself is no switch. */
  private static final long STACKED_STEPS = 60;

  private static volatile Simulation current;

  private final long seed;
  private final Chance chance;
  private final Strategy strategy;
  private final long limitNanos;
  private final Trace trace;
  private final Switches switches;
  private final RunHooks hooks = new RunHooks(this);
  private final ThreadTable threads = new ThreadTable();
  private final List<SimulatedThread> ready = new ArrayList<>();
  private final Set<SimulatedThread> inMonitors = new LinkedHashSet<>();
  private final Queue<Thread> fromOutside = new ConcurrentLinkedQueue<>();
  private final Timers timers = new Timers();

  /** Seen by the watchdog as well. */
  private final AtomicLong steps = new AtomicLong();

  private SimulatedThread running;
  private boolean looking;
  private long now;

  /**
   * A run on the calling thread.
   *
   * @param seed of the JDK's chances, and of the network's
   * @param strategy the order of threads
   * @param limitNanos the virtual time that no run takes
   * @param before a run of the same seed; null if there is none
   */
  public Simulation(long seed, Strategy strategy, long limitNanos, Simulation before) {
    this.seed = seed;
    this.chance = new Chance(seed);
    this.strategy = strategy;
    this.limitNanos = limitNanos;
    this.trace = new Trace(before == null ? null : before.trace, this::place);
    this.switches = new Switches(before == null ? Long.MAX_VALUE : before.steps() - STACKED_STEPS);
  }

  /** Returns the run of the process; null outside of runs. */
  public static Simulation current() {
    return current;
  }

  /**
   * Runs a body as the first thread, until it ends. Threads that live on then are left for good.
   *
   * @throws Stuck where no thread can go on, or the virtual time is over
   * @throws Refusal where the program does what cannot be simulated
   */
  public void run(Runnable body) {
    current = this;
    Chances.begin(seed);
    Seam.install(hooks);
    try {
      Thread first = VirtualThreads.unstarted(body);
      first.setName("main");
      first.setContextClassLoader(Thread.currentThread().getContextClassLoader());
      first.start();
      while (!VirtualThreads.ended(first)) {
        step();
      }
    } finally {
      Seam.install(null);
      current = null;
      Chances.end();
    }
    if (hooks.refusal() != null) {
      throw hooks.refusal();
    }
  }

  private void step() {
    if (hooks.refusal() != null) {
      throw hooks.refusal();
    }
    while (ready.isEmpty()) {
      Timer timer = timers.peek();
      if (timer == null) {
        throw new Stuck("no thread can go on, and no timer is set:" + told());
      }
      if (timer.at > limitNanos) {
        throw new Stuck(
            "the limit of virtual time, %d s, is over:%s"
                .formatted(limitNanos / 1_000_000_000L, told()));
      }
      fire(timer);
    }
    for (Timer due = timers.peek(); due != null && due.at <= now; due = timers.peek()) {
      fire(due);
    }
    run(ready.remove(ready.size() == 1 ? 0 : strategy.next(ready.size())));
  }

  private void fire(Timer timer) {
    timers.remove();
    now = Math.max(now, timer.at);
    trace.add(Trace.Kind.TIMER, timer.number);
    timer.take().run();
    settle();
  }

  private void run(SimulatedThread thread) {
    inMonitors.remove(thread);
    now += STEP_NANOS;
    boolean stacked = switches.takes(steps.incrementAndGet());
    running = thread;
    trace.add(Trace.Kind.THREAD, thread.number);
    if (stacked) {
      switches.before(now, thread, stack(thread));
    }
    VirtualThreads.step(thread.virtual);
    running = null;
    if (VirtualThreads.ended(thread.virtual)) {
      threads.ended(thread);
    } else if (VirtualThreads.inMonitor(thread.virtual)) {
      inMonitors.add(thread);
    }
    if (stacked) {
      switches.after(thread, stack(thread));
    }
    settle();
  }

  private List<String> stack(SimulatedThread waiting) {
    return look(() -> Stacks.of(waiting.virtual.getStackTrace()));
  }

  /** The JDK makes a thread ready again whose stack was taken; that is no event of the run. */
  private <T> T look(Supplier<T> taken) {
    looking = true;
    T seen = taken.get();
    looking = false;
    return seen;
  }

  /** Waits until the unblocker has handed over each thread whose monitor was left. */
  private void settle() {
    for (SimulatedThread thread : inMonitors) {
      while (VirtualThreads.underWay(thread.virtual)) {
        Thread.yield();
      }
    }
    if (!fromOutside.isEmpty()) {
      List<SimulatedThread> come = new ArrayList<>();
      for (Thread next = fromOutside.poll(); next != null; next = fromOutside.poll()) {
        SimulatedThread thread = threads.of(next);
        if (thread != null) { // else a thread of an earlier run
          come.add(thread);
        }
      }
      come.sort(Comparator.comparingInt(thread -> thread.number));
      ready.addAll(come);
    }
  }

  private String told() {
    return look(() -> Standstill.of(threads.alive()));
  }

  /** Tells where the run is: on the carrier, on the running thread, or where nothing goes on. */
  public String place() {
    if (running == null) {
      return "between two threads";
    }
    StackTraceElement[] stack = look(() -> Seam.stack(running.virtual));
    return running + " is at " + String.join(" in ", Stacks.of(stack));
  }

  ThreadTable threads() {
    return threads;
  }

  /** Lets virtual time pass; returns the time then. */
  long pass(long nanos) {
    now += nanos;
    return now;
  }

  /** Preempts the running thread, perhaps. */
  public void point(Point point) {
    SimulatedThread thread = running;
    if (thread == null || thread.virtual != Thread.currentThread()) {
      return; // a thread of an earlier run
    }
    long stall = strategy.at(point);
    if (stall != Strategy.GO_ON) {
      trace.add(Trace.Kind.STALL, thread.number);
      thread.stall = stall;
      Thread.yield();
      thread.stall = 0; // where the thread is pinned
    }
  }

  void ready(Thread virtual) {
    SimulatedThread thread = threads.of(virtual);
    if (looking || thread == null) {
      return;
    }
    if (thread == running && thread.stall > 0) {
      after(thread.stall, () -> ready.add(thread));
      thread.stall = 0;
    } else {
      ready.add(thread);
    }
  }

  void readyFromOutside(Thread virtual) {
    fromOutside.add(virtual);
  }

  /** Does something after a virtual time. On the carrier. */
  public void after(long nanos, Runnable action) {
    Future<?> unused = schedule(action, nanos);
  }

  Future<?> schedule(Runnable command, long nanos) {
    long at = now + Math.max(0, nanos);
    return timers.add(at < 0 ? Long.MAX_VALUE : at, command);
  }

  /** Returns the steps of the run. */
  public Trace trace() {
    return trace;
  }

  /** Returns the last switches with stacks, which a second run has. */
  public String switches() {
    return switches.toString();
  }

  /** Returns the number of steps of threads. From any thread. */
  public long steps() {
    return steps.get();
  }

  /** Returns the virtual time since the start, in nanoseconds. */
  public long now() {
    return now;
  }

  /** Returns the chances of the network. */
  public Chance chance() {
    return chance;
  }

  /** Notes an event of the network. */
  public void note(Trace.Kind kind, long value) {
    trace.add(kind, value);
  }
}
