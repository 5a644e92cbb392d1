package cal.bench.baseline;

import cal.bench.baseline.loop.LoopServer;
import cal.bench.baseline.netty.NettyServer;
import cal.bench.baseline.netty.NettyServer.Transport;
import cal.bench.baseline.upload.CountingStore;
import cal.bench.baseline.upload.Server;
import cal.cli.support.Failure;
import cal.sample.upload.Listener;
import cal.sample.upload.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The sample server with hand-written concurrency: prints {@code listening on HOST:PORT}, stores in
 * memory. The server refuses to run on woven classes, with the aspects in the measurement. Its
 * command line is for the laboratory alone. Not thread-safe.
 */
@Command(name = "hand-written")
public final class HandWritten {
  private static final String NIO = "nio";
  private static final String EPOLL = "epoll";
  private static final Pattern STORE = Pattern.compile("(?:wait:(\\d{1,5})us:)?memory");

  /** The event loops and handlers, which serve uploads alone. */
  public static final List<String> UPLOADING =
      Stream.concat(
              Stream.of(NIO, EPOLL, PoolServer.NAME, "netty-nio", "netty-epoll", "netty-io-uring"),
              EngineServer.names().stream())
          .toList();

  /**
   * The alternatives to CAL for users: event loops and handlers with a parser of their own, or a
   * plain virtual thread a connection. Any other model is a twin of CAL's.
   */
  public static final List<String> PEERS =
      Stream.concat(UPLOADING.stream(), Stream.of(Twin.PLAIN_VIRTUAL)).toList();

  @Parameters private Protocol protocol;

  /** A peer, or the model whose twin it is. */
  @Option(names = "--model", required = true)
  private String model;

  /** Event loops of nio, epoll and netty, threads of engine and leader-followers. */
  @Option(names = "--loops", defaultValue = "1")
  private int loops;

  /** In memory; engine and leader-followers may wait for each frame. */
  @Option(names = "--store", defaultValue = "memory")
  private String store;

  /** For the rest of a request that has begun. */
  @Option(names = "--read-timeout-ms", defaultValue = "30000")
  private int readTimeoutMillis;

  private HandWritten() {}

  /**
   * Serves until the process is ended.
   *
   * @param arguments the service and options
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    HandWritten server = new HandWritten();
    new CommandLine(server).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
    try {
      server.serve();
    } catch (Failure mistake) {
      System.err.println(mistake.getMessage());
      System.exit(mistake.status());
    }
  }

  private void serve() throws IOException, InterruptedException {
    if (areClassesWoven()) {
      throw mistake("the server's classes are woven; put its unwoven jar first on the class path");
    }
    Server server = server(Duration.ofMillis(readTimeoutMillis));
    InetSocketAddress where =
        server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    System.out.println(
        "listening on %s:%d".formatted(where.getAddress().getHostAddress(), where.getPort()));
    server.serve();
  }

  /** Whether an aspect has made the listener a working context: then the whole server is woven. */
  private static boolean areClassesWoven() {
    return Stream.of(Listener.class.getInterfaces())
        .anyMatch(type -> type.getName().startsWith("cal.core."));
  }

  private Server server(Duration readTimeout) throws IOException {
    Matcher wait = STORE.matcher(store);
    if (!wait.matches()) {
      throw mistake("--store=%s is neither memory nor like wait:10us:memory".formatted(store));
    }
    boolean waits = wait.group(1) != null;
    CountingStore frames = new CountingStore(waits ? Long.parseLong(wait.group(1)) * 1000 : 0);
    boolean overEngine = EngineServer.names().contains(model);
    boolean isPool = model.equals(PoolServer.NAME);
    if (waits && !overEngine && !isPool) {
      throw mistake("--store=%s is for engine-* and leader-followers alone".formatted(store));
    }
    if (isPool || model.equals(EPOLL)) {
      require(Transport.EPOLL);
    }
    if (isPool) {
      return new PoolServer(frames, loops, readTimeout);
    }
    if (overEngine) {
      return new EngineServer(model, frames, loops, readTimeout);
    }
    Optional<Transport> transport = Transport.of(model);
    if (transport.isPresent()) {
      require(transport.get());
      return new NettyServer(transport.get(), loops, readTimeout);
    }
    return switch (model) {
      case NIO -> LoopServer.overNio(loops, readTimeout);
      case EPOLL -> LoopServer.overEpoll(loops, readTimeout);
      default -> new BlockingServer(protocol, readTimeout, Twin.of(model));
    };
  }

  private void require(Transport transport) {
    transport
        .unavailable()
        .ifPresent(
            cause -> {
              String reason = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
              throw mistake(
                  "--model=%s is not available here (%s); choose nio or netty-nio"
                      .formatted(model, reason));
            });
  }

  private static Failure mistake(String sentence) {
    return new Failure(2, sentence);
  }
}
