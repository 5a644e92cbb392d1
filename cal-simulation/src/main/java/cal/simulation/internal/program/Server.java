package cal.simulation.internal.program;

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

  /** The length of a run is unknown, so it is guessed, anew for each start: 16 to 4,096 events. */
  private static final int SHORTEST_BITS = 4;

  private static final int MORE_BITS = 9;

  private final World world;
  private final Simulation run;
  private final String main;
  private final List<String> arguments;
  private Machine machine;
  private Thread thread;
  private ClassLoader loader;
  private int crashes;

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
    long planned = world.faults().crashNanos();
    boolean more = crashes < world.faults().crashes();
    machine = new Machine(more && planned == 0 ? event() : Machine.NEVER, this::down);
    world.disk().boot(machine);
    Machine first = machine;
    if (more && planned > 0 && crashes == 0) {
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

  private long event() {
    return 1L + world.chance().below(1 << (SHORTEST_BITS + world.chance().below(MORE_BITS)));
  }

  private void main() {
    try {
      MainMethod.call(loader, main, arguments);
    } catch (Throwable thrown) {
      world.fail(thrown);
    }
  }

  private void down() {
    crashes++;
    run.forgetGone();
    world.network().crash(machine);
    world.disk().crash(machine);
    removeBeans();
    start(1L + (long) world.chance().below(world.faults().downMillis()) * NANOS_OF_MILLI);
  }

  void removeBeans() {
    if (loader != null) {
      ProcessState.removeBeans(loader);
    }
  }

  /** Crashes now; the server starts again by itself. */
  public void crash() {
    if (machine != null) {
      machine.crash();
    }
  }

  /** Returns the number of crashes so far. */
  public int crashes() {
    return crashes;
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
    while (machine == null || machine.isGone() || world.network().ports(machine).isEmpty()) {
      Thread.sleep(1);
    }
    return world.network().ports(machine);
  }
}
