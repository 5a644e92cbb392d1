package cal.simulation.internal.program;

import cal.simulation.internal.jdk.Beans;
import cal.simulation.internal.schedule.Machine;
import cal.simulation.internal.schedule.Simulation;
import java.util.List;

/**
 * A server on a machine that crashes, by the seed or by a call, and starts again on the same disk.
 * Each start has classes of its own, as a process has.
 *
 * <pre>
 *           a millisecond, on the carrier          an event by the seed, a time, a call
 *   start ------------------------------&gt; (up) -----------------------------------------&gt; (down)
 *                                           ^                                              |
 *                                           '------------- a time by the seed -------------'
 * </pre>
 *
 * Used by the threads of one run.
 */
public final class Server {
  private static final int NANOS_OF_MILLI = 1_000_000;

  /** A crash by the seed is within so many events of a start, or within more. */
  private static final int SHORTEST = 16;

  /** Where a test waits for a crash, and the length of runs is not known yet. */
  private static final int LONGEST = 1 << 18;

  private final World world;
  private final Simulation run;
  private final String main;
  private final List<String> arguments;
  private Machine machine;
  private Thread thread;
  private ClassLoader loader;
  private ProcessState state;
  private int crashes;
  private int asked;
  private long events;

  Server(World world, String main, List<String> arguments) {
    this.world = world;
    this.run = world.simulation();
    this.main = main;
    this.arguments = arguments;
    start(NANOS_OF_MILLI);
  }

  private void start(long nanos) {
    run.as(null, () -> run.after(nanos, this::boot));
  }

  /** On the carrier: a thread that loads classes and never ends is kept by the JVM. */
  private void boot() {
    loader = world.loader();
    state = new ProcessState();
    long planned = world.faults().crashNanos();
    int bySeed = crashes - asked;
    boolean more = bySeed < world.faults().crashes();
    boolean inTime = more && planned > 0 && bySeed == 0;
    machine = new Machine(more && !inTime ? event() : Machine.NEVER, this::down);
    world.disk().boot(machine);
    Machine first = machine;
    if (inTime) {
      run.after(planned, first::crash);
    }
    run.as(
        machine,
        () -> {
          thread = new Thread(this::main, "server");
          thread.setContextClassLoader(loader);
          thread.start();
        });
  }

  /** Anywhere in a run of the usual length, or soon after the start. */
  private long event() {
    if (world.usualEvents() == World.MEASURES) {
      return LONGEST;
    }
    long within = Math.max(SHORTEST, world.usualEvents());
    int halvings = Long.numberOfTrailingZeros(Long.highestOneBit(within / SHORTEST));
    long soon = within >> world.chance().below(halvings + 1);
    long most = world.chance().oneIn(2) ? within : soon;
    return 1L + world.chance().below((int) Math.min(Integer.MAX_VALUE, most));
  }

  private void main() {
    try {
      MainMethod.call(loader, main, arguments);
    } catch (Throwable thrown) {
      world.fail(thrown);
    }
  }

  /** Perhaps on a thread of the machine, which goes no further: calls no code of the program. */
  private void down() {
    crashes++;
    events += machine.events();
    start(1L + (long) world.chance().below(world.faults().downMillis()) * NANOS_OF_MILLI);
    run.forgetGone();
    world.network().crash(machine);
    world.disk().crash(machine);
    if (world.isOnlyServer()) {
      state.restore();
    } else {
      Beans.remove(loader); // the rest may be of the other servers
    }
  }

  /** Crashes, once the server is up; the server starts again by itself. */
  public void crash() throws InterruptedException {
    awaitBoot();
    asked++;
    machine.crash();
  }

  private void awaitBoot() throws InterruptedException {
    while (machine == null || machine.isGone()) {
      Thread.sleep(1);
    }
  }

  /** Returns the number of crashes so far. */
  public int crashes() {
    return crashes;
  }

  /** Whether a crash by the seed has cut the run. */
  boolean isCut() {
    return crashes > asked;
  }

  /** Returns the number of events so far, of all starts. */
  long events() {
    return machine == null || machine.isGone() ? events : events + machine.events();
  }

  /** Whether {@code main} runs, or will run. */
  boolean isUp() {
    return thread == null || machine.isGone() || thread.isAlive();
  }

  /** Whether {@code main} runs, and does not wait. */
  boolean isBusy() {
    return thread != null && thread.getState() == Thread.State.RUNNABLE;
  }

  /** Waits until the server listens; returns its ports. */
  public List<Integer> ports() throws InterruptedException {
    awaitBoot();
    while (machine.isGone() || world.network().ports(machine).isEmpty()) {
      Thread.sleep(1);
    }
    return world.network().ports(machine);
  }
}
