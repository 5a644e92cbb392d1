package cal.simulation.internal.program;

import cal.simulation.internal.disk.Disk;
import cal.simulation.internal.disk.DiskFaults;
import cal.simulation.internal.net.Faults;
import cal.simulation.internal.net.Network;
import cal.simulation.internal.rewrite.SeedLoader;
import cal.simulation.internal.schedule.Simulation;
import cal.simulation.spi.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A run with its network, its disk, and its servers. Used by the threads of one run. */
public final class World {
  /** In place of the usual number of events, for the run that measures it. */
  public static final long MEASURES = 0;

  private static volatile World current;

  private final Simulation run;
  private final Network network;
  private final Disk disk;
  private final DiskFaults faults;
  private final Chance chance;
  private final Supplier<SeedLoader> loaders;
  private final long usualEvents;
  private final List<Server> servers = new ArrayList<>();
  private Consumer<Throwable> failed = thrown -> {};

  /**
   * The world of a run.
   *
   * @param rough the network
   * @param faults the machine of servers
   * @param loaders give each start of a server its own classes
   * @param usualEvents of the servers in a run
   */
  public World(
      Simulation run,
      long seed,
      Faults rough,
      DiskFaults faults,
      Supplier<SeedLoader> loaders,
      long usualEvents) {
    this.run = run;
    this.faults = faults;
    this.network = new Network(run, rough);
    this.disk = new Disk(run, seed, faults);
    this.chance = new Chance(seed, 4);
    this.loaders = loaders;
    this.usualEvents = usualEvents;
  }

  /** Runs a body. */
  public void run(Runnable body) {
    current = this;
    try {
      network.run(body);
    } finally {
      current = null;
    }
  }

  /**
   * Returns the world of the calling thread.
   *
   * @throws IllegalStateException outside of a run
   */
  public static World here() {
    if (current == null || !Thread.currentThread().isVirtual()) {
      throw new IllegalStateException("not simulated: call this in a test with @Simulated");
    }
    return current;
  }

  /** Has the run told of a server whose {@code main} fails. */
  void onFailure(Consumer<Throwable> told) {
    failed = told;
  }

  /** Starts the {@code main} of a class on a machine of its own, by classes of its own. */
  public Server start(String main, List<String> arguments) {
    Server server = new Server(this, main, arguments);
    servers.add(server);
    return server;
  }

  /** Returns the number of crashes. */
  public int crashes() {
    return servers.stream().mapToInt(Server::crashes).sum();
  }

  /** Returns the number of events of the servers; 0 where a crash by the seed has cut the run. */
  public long events() {
    return servers.stream().anyMatch(Server::isCut)
        ? 0
        : servers.stream().mapToLong(Server::events).sum();
  }

  long usualEvents() {
    return usualEvents;
  }

  /** Whether state of the process is of one server. */
  boolean isOnlyServer() {
    return servers.size() == 1;
  }

  Simulation simulation() {
    return run;
  }

  Network network() {
    return network;
  }

  Disk disk() {
    return disk;
  }

  DiskFaults faults() {
    return faults;
  }

  Chance chance() {
    return chance;
  }

  SeedLoader loader() {
    return loaders.get();
  }

  void fail(Throwable thrown) {
    failed.accept(thrown);
  }
}
