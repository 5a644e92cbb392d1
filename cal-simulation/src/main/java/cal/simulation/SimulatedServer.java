package cal.simulation;

import cal.simulation.internal.program.Server;
import cal.simulation.internal.program.World;
import java.util.List;

/**
 * A server in a test with {@link Simulated} that can crash: the {@code main} of a class, on a
 * machine and with classes of its own. After a crash the server starts again on the same disk,
 * which has what was synced, and of the rest some by chance. Connections are reset; clients of the
 * test go on. A failure of {@code main} fails the test. The server runs until the test ends, so
 * {@link Simulated#nothingLeft} looks at its connections alone. Used by the threads of the test.
 */
public final class SimulatedServer {
  private final Server server;

  private SimulatedServer(Server server) {
    this.server = server;
  }

  /**
   * Starts a server. All files that were changed before are on its disk.
   *
   * @param main a class with a {@code main}
   * @throws IllegalStateException outside of a run
   */
  public static SimulatedServer start(Class<?> main, String... arguments) {
    return new SimulatedServer(World.here().start(main.getName(), List.of(arguments)));
  }

  /** Waits until the server listens; returns its lowest port. */
  public int port() throws InterruptedException {
    return server.ports().getFirst();
  }

  /**
   * Crashes the server, here or once the server has started, which then starts again; beside the
   * crashes by the seed.
   */
  public void crash() throws InterruptedException {
    server.crash();
  }

  /** Returns the number of crashes so far. */
  public int crashes() {
    return server.crashes();
  }
}
