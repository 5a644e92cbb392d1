package cal.simulation.internal.schedule;

import cal.simulation.internal.jdk.Chances;
import cal.simulation.internal.jdk.VirtualThreads;
import cal.simulation.seam.Refusal;
import cal.simulation.seam.Seam;
import cal.simulation.spi.Chance;
import cal.simulation.spi.Point;
import cal.simulation.spi.Strategy;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

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
 */
public final class Simulation {
  private static final long STEP_NANOS = 1_000;

  /** More steps than the kept switches, for a thread that goes on after itself is no switch. */
  private static final long STACKED_STEPS = 60;

  private static volatile Simulation current;

  private final long seed;
  private final Chance chance;
  private final Preemption preemption;
  private final long limitNanos;
  private final Trace trace;
  private final Switches switches;
  private final RunHooks hooks = new RunHooks(this);
  private final ThreadTable threads = new ThreadTable();
  private final ReadyThreads ready;
  private final Unblocker unblocker = new Unblocker();
  private final LoopHosts hosts = new LoopHosts(this);
  private final Carriers carriers = new Carriers(this);
  private final Timers timers = new Timers();
  private final Looks looks = new Looks(this);

  /** Seen by the watchdog as well. */
  private final AtomicLong steps = new AtomicLong();

  private SimulatedThread running;

  /** Of the running thread, or of the timer that fires. */
  private Machine acting;

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
    this.ready = new ReadyThreads(strategy);
    this.limitNanos = limitNanos;
    this.trace = new Trace(before == null ? null : before.trace, looks::place);
    this.switches =
        before == null ? new Switches() : before.switches.again(before.steps() - STACKED_STEPS);
    this.preemption = new Preemption(strategy, this, switches);
  }

  /** Returns the run of the process; null outside of runs. */
  public static Simulation current() {
    return current;
  }

  /**
   * Runs a body as the first thread, until it ends. Threads that live on then are left for good.
   * Fails as {@link Stuck}, or by a {@link Refusal}.
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
      carriers.carry(first);
    } finally {
      hooks.end();
      Seam.install(null);
      current = null;
      Chances.end();
    }
    hooks.requireSimulated();
  }

  void step() {
    hooks.requireSimulated();
    while (ready.isEmpty()) {
      Timer timer = timers.peek();
      if (timer == null) {
        throw looks.stuck("no thread can go on, and no timer is set");
      }
      fire(timer);
    }
    if (now > limitNanos) {
      throw looks.stuck(
          "the limit of virtual time, %d s, is over".formatted(limitNanos / 1_000_000_000L));
    }
    for (Timer due = timers.peek(); due != null && due.at <= now; due = timers.peek()) {
      fire(due);
    }
    run(ready.take());
  }

  private void fire(Timer timer) {
    timers.remove();
    now = Math.max(now, timer.at);
    acting = timer.machine;
    trace.add(Trace.Kind.TIMER, timer.number);
    timer.take().run();
    settle();
  }

  private void run(SimulatedThread thread) {
    unblocker.remove(thread);
    now += STEP_NANOS;
    acting = thread.machine;
    if (acting != null && acting.crashes()) {
      return;
    }
    long step = steps.incrementAndGet();
    running = thread;
    trace.add(Trace.Kind.THREAD, thread.number);
    switches.before(step, now, thread, looks);
    if (carriers.passTo(thread)) {
      return;
    }
    VirtualThreads.step(thread.virtual);
    running = null;
    LoopHosts.stepped(thread);
    if (thread.spins()) {
      throw looks.stuck("%s spins, %d steps without a wait".formatted(thread, thread.spins));
    }
    if (VirtualThreads.ended(thread.virtual)) {
      threads.ended(thread);
    } else if (VirtualThreads.inMonitor(thread.virtual)) {
      unblocker.add(thread);
    }
    switches.after(step, thread, looks);
    settle();
  }

  private void settle() {
    unblocker.settle(threads).forEach(hosts::arrive);
    carriers.settle();
  }

  /** Returns looks at the threads, for people. From any thread. */
  public Looks looks() {
    return looks;
  }

  /** Returns the threads of the run. */
  public ThreadTable threads() {
    return threads;
  }

  Carriers carriers() {
    return carriers;
  }

  /** Returns the running thread; null for none. */
  SimulatedThread running() {
    return running;
  }

  /** Lets virtual time pass; returns the time then. */
  long pass(long nanos) {
    now += nanos;
    return now;
  }

  /** Preempts the running thread, perhaps. */
  public void point(Point point) {
    if (running != null && running.virtual == Thread.currentThread()) { // else of an earlier run
      preemption.at(running, point);
    }
  }

  void ready(Thread virtual) {
    SimulatedThread thread = threads.of(virtual);
    if (!looks.areUnderWay() && thread != null) {
      if (thread != running || !thread.preempted) {
        hosts.arrive(thread);
      } else if (thread.stall > 0) {
        after(thread.stall, () -> runNext(thread));
      } else {
        runNext(thread);
      }
    }
  }

  /** A thread runs when its turn comes, by its scheduler. */
  void runNext(SimulatedThread thread) {
    ready.add(thread);
  }

  /** Returns the machine of the running thread, or of the timer that fires; null for none. */
  public Machine acting() {
    return acting;
  }

  /** Does something as a machine; null for none. */
  public void as(Machine machine, Runnable action) {
    Machine before = acting;
    acting = machine;
    action.run();
    acting = before;
  }

  /** A machine has crashed: no thread of it goes on. */
  public void forgetGone() {
    looks.noteHeld(SimulatedThread::isGone);
    threads.removeGone().forEach(unblocker::remove);
    ready.removeGone();
    trace.add(Trace.Kind.CRASH, 0);
  }

  /** The running thread waits, as in a system call. */
  public void pause(long nanos) {
    if (running != null && running.virtual == Thread.currentThread()) {
      preemption.pause(running, nanos);
    }
  }

  /** Has a system answer calls for files. */
  public void system(SystemCalls calls) {
    hooks.system(calls);
  }

  /**
   * Ends the run, for the program does what cannot be simulated; returns the exception to throw.
   */
  public Refusal refuse(String what) {
    return hooks.refuse(what);
  }

  void readyFromOutside(Thread virtual) {
    unblocker.handOver(virtual);
  }

  /** Does something after a virtual time. On the carrier. */
  public void after(long nanos, Runnable action) {
    Future<?> unused = schedule(action, nanos);
  }

  Future<?> schedule(Runnable command, long nanos) {
    long at = now + Math.max(0, nanos);
    return timers.add(at < 0 ? Long.MAX_VALUE : at, command, acting);
  }

  /** Returns the steps of the run. */
  public Trace trace() {
    return trace;
  }

  /** Returns the preemptions if few, and the last switches with stacks: a second run has these. */
  public String switches() {
    return switches.toString();
  }

  /** Returns the number of steps. From any thread. */
  public long steps() {
    return steps.get();
  }

  /** Returns the virtual time since the start, in nanoseconds. */
  public long now() {
    return now;
  }

  /** Returns the virtual time since 1970, in nanoseconds. */
  public long epochNanos() {
    return RunHooks.EPOCH + now;
  }

  /** Returns the chances of the network. */
  public Chance chance() {
    return chance;
  }
}
