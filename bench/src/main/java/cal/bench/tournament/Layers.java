package cal.bench.tournament;

import cal.cli.server.ServerProcess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server, and another behind it where its requests go on to one (the ACE study of threaded
 * servers, section 5). Confined to one thread.
 */
public final class Layers implements AutoCloseable {
  static final String INSIDE = "requests_inside";
  static final String BEHIND = "behind_busy_percent";

  private final ServerProcess server;
  private final ServerProcess behind;
  private final StoreLoadReader load;
  private final StoreLoadReader loadBehind;

  private Layers(ServerProcess server) {
    this(server, null, null, null);
  }

  private Layers(
      ServerProcess server,
      ServerProcess behind,
      StoreLoadReader load,
      StoreLoadReader loadBehind) {
    this.server = server;
    this.behind = behind;
    this.load = load;
    this.loadBehind = loadBehind;
  }

  /** Starts a server: the way to a JVM of it. */
  @FunctionalInterface
  public interface Starting {
    Layers start() throws InterruptedException;
  }

  /** Starts a server without another. */
  public static Layers start(List<String> command) throws InterruptedException {
    return new Layers(ServerProcess.start(command));
  }

  /** The command of a server, by the port of the one behind it. */
  @FunctionalInterface
  public interface InFront {
    List<String> of(int port);
  }

  /** Starts both, whose stores tell how busy they are. */
  public static Layers start(InFront command, List<String> commandBehind)
      throws InterruptedException {
    ServerProcess behind = ServerProcess.start(commandBehind);
    ServerProcess server = null;
    StoreLoadReader load = null;
    try {
      server = ServerProcess.start(command.of(behind.address().getPort()));
      load = StoreLoadReader.of(server.pid());
      return new Layers(server, behind, load, StoreLoadReader.of(behind.pid()));
    } catch (InterruptedException | RuntimeException e) {
      new Layers(server, behind, load, null).close();
      throw e;
    }
  }

  public ServerProcess server() {
    return server;
  }

  /** How busy the stores have been so far; empty without a server behind. */
  Busy busy() {
    return load == null
        ? new Busy(0, 0, 0)
        : new Busy(System.nanoTime(), load.busyNanos(), loadBehind.usedNanos());
  }

  /** How busy they have been since then, as figures; none without a server behind. */
  Map<String, Double> since(Busy before) {
    Map<String, Double> figures = new LinkedHashMap<>();
    if (load != null) {
      Busy now = busy();
      double nanos = now.nanos - before.nanos;
      figures.put(INSIDE, (now.busy - before.busy) / nanos);
      figures.put(BEHIND, 100 * (now.usedBehind - before.usedBehind) / nanos);
    }
    return figures;
  }

  /**
   * A look at both stores. Immutable.
   *
   * @param nanos when
   * @param busy of requests in the server, two at a time count twice
   * @param usedBehind in which the server behind had any
   */
  record Busy(long nanos, long busy, long usedBehind) {}

  /** Ends both; then their looks, which a server that is held would keep waiting. */
  @Override
  public void close() {
    for (ServerProcess one : new ServerProcess[] {server, behind}) {
      if (one != null) {
        one.close();
      }
    }
    for (StoreLoadReader one : new StoreLoadReader[] {load, loadBehind}) {
      if (one != null) {
        one.close();
      }
    }
  }
}
