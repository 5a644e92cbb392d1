package cal.simulation.internal.program;

import cal.simulation.internal.net.Network;
import java.util.List;

/**
 * A server and its clients, by the classes of one seed: the server's {@code main} on a thread, then
 * the clients' once the server listens, until their threads end, and at last a look at connections
 * that the server leaves open. For one run.
 */
final class ProgramBody implements Body.Running {
  private static final int START_MILLIS = 60_000;

  /** So long the server opens no other port, before the clients begin. */
  private static final int QUIET_MILLIS = 20;

  /** The same, where its main never waits. */
  private static final int BUSY_MILLIS = 1_000;

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
    return failure != null ? failure : network.run().threads().error();
  }

  @Override
  public void run() {
    Thread.setDefaultUncaughtExceptionHandler(this::uncaught);
    world.onFailure(this::fail);
    Server server = world.start(program.server(), program.arguments());
    try {
      List<Integer> ports = awaitPorts(server);
      if (failure() == null) {
        List<String> arguments = ports.stream().map(String::valueOf).toList();
        MainMethod.call(loader, program.clients(), arguments);
        awaitClients();
      }
      if (failure() == null) {
        network.endClients();
        awaitCloses();
      }
    } catch (Throwable thrown) {
      fail(thrown);
    }
  }

  /** A server may open several ports, one after the other. */
  private List<Integer> awaitPorts(Server server) throws InterruptedException {
    List<Integer> ports = List.of();
    int same = 0;
    for (int i = 0; failure() == null; i++) {
      List<Integer> open = network.ports();
      same = open.equals(ports) ? same + 1 : 0;
      ports = open;
      if (!open.isEmpty() && same >= (server.isBusy() ? BUSY_MILLIS : QUIET_MILLIS)) {
        return ports;
      }
      boolean ended = !server.isUp() && awaited(true).isEmpty();
      if (open.isEmpty() && (i == START_MILLIS || ended)) {
        fail(
            new AssertionError(
                program.server()
                    + (ended ? " has ended without a port" : " listens on no port")
                    + "; name the class whose main starts the server"));
      }
      Thread.sleep(1);
    }
    return ports;
  }

  private List<Thread> awaited(boolean ofServer) {
    return network.run().looks().awaited(ofServer);
  }

  /** As the end of a JVM, which waits for all threads but daemons. */
  private void awaitClients() throws InterruptedException {
    for (List<Thread> left = awaited(false);
        failure() == null && !left.isEmpty();
        left = awaited(false)) {
      left.getFirst().join();
    }
  }

  /** A server closes the connection of a client that has gone. */
  private void awaitCloses() throws InterruptedException {
    for (int i = 0; i < CLOSE_MILLIS && !network.halfClosed().isEmpty(); i++) {
      Thread.sleep(1);
    }
    if (!network.halfClosed().isEmpty() && failure() == null) {
      fail(
          new AssertionError(
              "the clients have gone, and after %d s the server has not closed: %s"
                  .formatted(CLOSE_MILLIS / 1_000, String.join(", ", network.halfClosed()))));
    }
  }

  /** An exception may be a server's way to end a connection; the run notes errors. */
  private void uncaught(Thread thread, Throwable thrown) {
    System.err.println("uncaught in " + thread.getName() + ": " + thrown);
  }

  private void fail(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
    }
  }
}
