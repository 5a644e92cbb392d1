package cal.simulation.internal.program;

import cal.simulation.internal.net.Network;
import java.util.List;

/**
 * A server and its clients, by the classes of one seed: the server's {@code main} on a thread, then
 * the clients' once the server listens, and at last a look at connections left open. For one run.
 */
final class ProgramBody implements Body.Running {
  private static final int START_MILLIS = 60_000;
  private static final int CLOSE_MILLIS = 10_000;

  private final Program program;
  private final ClassLoader loader;
  private final World world;
  private final Network network;
  private Throwable failure;

  ProgramBody(Program program, ClassLoader loader, World world) {
    this.program = program;
    this.loader = loader;
    this.world = world;
    this.network = world.network();
  }

  @Override
  public Throwable failure() {
    return failure;
  }

  @Override
  public void run() {
    Thread.setDefaultUncaughtExceptionHandler(this::uncaught);
    world.onFailure(this::fail);
    Server server = world.start(program.server(), program.arguments());
    try {
      List<Integer> ports = awaitPorts(server);
      if (failure == null) {
        List<String> arguments = ports.stream().map(String::valueOf).toList();
        MainMethod.call(loader, program.clients(), arguments);
      }
      if (failure == null) {
        awaitCloses();
      }
    } catch (Throwable thrown) {
      fail(thrown);
    }
  }

  private List<Integer> awaitPorts(Server server) throws InterruptedException {
    for (int i = 0; network.ports().isEmpty() && failure == null; i++) {
      if (i == START_MILLIS || !server.isUp()) {
        fail(
            new AssertionError(
                program.server()
                    + (server.isUp() ? " listens on no port" : " has ended without a port")
                    + "; name the class whose main starts the server"));
      }
      Thread.sleep(1);
    }
    return network.ports();
  }

  /** A server closes the connection of a client that has gone. */
  private void awaitCloses() throws InterruptedException {
    for (int i = 0; i < CLOSE_MILLIS && !network.halfClosed().isEmpty(); i++) {
      Thread.sleep(1);
    }
    if (!network.halfClosed().isEmpty() && failure == null) {
      fail(
          new AssertionError(
              "the clients have gone, and after %d s the server has not closed: %s"
                  .formatted(CLOSE_MILLIS / 1_000, String.join(", ", network.halfClosed()))));
    }
  }

  /** An exception may be a server's way to end a connection; an error is none. */
  private void uncaught(Thread thread, Throwable thrown) {
    System.err.println("uncaught in " + thread.getName() + ": " + thrown);
    if (thrown instanceof Error) {
      fail(thrown);
    }
  }

  private void fail(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
    }
  }
}
