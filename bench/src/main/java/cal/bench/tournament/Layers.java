package cal.bench.tournament;

import cal.cli.server.ServerProcess;
import java.util.List;

/**
 * A server, and another behind it where its requests go on to one (the ACE study of threaded
 * servers, section 5). Confined to one thread.
 *
 * @param behind null without another
 */
public record Layers(ServerProcess server, ServerProcess behind) implements AutoCloseable {
  /** Starts a server: the way to a JVM of it. */
  @FunctionalInterface
  public interface Starting {
    Layers start() throws InterruptedException;
  }

  /** Starts a server without another. */
  public static Layers start(List<String> command) throws InterruptedException {
    return new Layers(ServerProcess.start(command), null);
  }

  /** The command of a server, by the port of the one behind it. */
  @FunctionalInterface
  public interface InFront {
    List<String> of(int port);
  }

  /** Starts both. */
  public static Layers start(InFront command, List<String> commandBehind)
      throws InterruptedException {
    ServerProcess behind = ServerProcess.start(commandBehind);
    try {
      return new Layers(ServerProcess.start(command.of(behind.address().getPort())), behind);
    } catch (InterruptedException | RuntimeException e) {
      behind.close();
      throw e;
    }
  }

  @Override
  public void close() {
    server.close();
    if (behind != null) {
      behind.close();
    }
  }
}
