package cal.bench.baseline;

import cal.bench.baseline.loop.LoopServer;
import cal.bench.baseline.netty.NettyServer;
import cal.bench.baseline.os.Epoll;
import cal.bench.baseline.upload.CountingStore;
import cal.bench.baseline.upload.Server;
import cal.sample.upload.Listener;
import cal.sample.upload.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The sample server with hand-written concurrency: prints {@code listening on HOST:PORT}, stores in
 * memory. The server refuses to run on woven classes, with the aspects in the measurement. Not
 * thread-safe.
 */
@Command(
    name = "hand-written",
    mixinStandardHelpOptions = true,
    description = "The sample server with its concurrency written by hand.")
public final class HandWritten implements Callable<Integer> {
  private static final String NIO = "nio";
  private static final String EPOLL = "epoll";
  private static final Pattern STORE = Pattern.compile("(?:wait:(\\d{1,5})us:)?memory");
  private static final String PLAIN_VIRTUAL = "plain-virtual";

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
      Stream.concat(UPLOADING.stream(), Stream.of(PLAIN_VIRTUAL)).toList();

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "upload|factor", description = "the service")
  private String service;

  @Option(
      names = "--model",
      required = true,
      description =
          "nio, epoll, leader-followers, netty-nio, netty-epoll, netty-io-uring, plain-virtual,"
              + " engine-PROVIDER, engine-PROVIDER-dedicated, or the model whose twin it is")
  private String model;

  @Option(names = "--port", required = true, description = "where to listen; 0 takes a free one")
  private int port;

  @Option(
      names = "--loops",
      defaultValue = "1",
      description =
          "event loops of nio, epoll and netty, threads of engine and leader-followers; default:"
              + " ${DEFAULT-VALUE}")
  private int loops;

  @Option(
      names = "--store",
      paramLabel = "[wait:10us:]memory",
      defaultValue = "memory",
      description = "with a wait for each frame, of engine and leader-followers alone")
  private String store;

  @Option(
      names = "--pool-size",
      defaultValue = "100",
      description = "threads of the pools; default: ${DEFAULT-VALUE}")
  private int poolSize;

  @Option(
      names = "--queue-capacity",
      defaultValue = "16384",
      description = "connections that wait for the pools; default: ${DEFAULT-VALUE}")
  private int queueCapacity;

  @Option(
      names = "--read-timeout-ms",
      paramLabel = "MS",
      defaultValue = "30000",
      description = "for the rest of a request that has begun; default: ${DEFAULT-VALUE}")
  private int readTimeoutMillis;

  private HandWritten() {}

  /**
   * Serves until the process is ended.
   *
   * @param arguments the service and options, listed by {@code --help}
   */
  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new HandWritten());
    line.setParameterExceptionHandler(
        (mistake, args) -> {
          System.err.println(mistake.getMessage());
          return CommandLine.ExitCode.USAGE;
        });
    System.exit(line.execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (areClassesWoven()) {
      throw mistake("the server's classes are woven; put its unwoven jar first on the class path");
    }
    if (loops < 1) {
      throw mistake("--loops=" + loops + " must be 1 or more");
    }
    Server server = server(protocol(), Duration.ofMillis(readTimeoutMillis));
    InetSocketAddress where =
        server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    System.out.println(
        "listening on %s:%d".formatted(where.getAddress().getHostAddress(), where.getPort()));
    server.serve();
    return 0;
  }

  /** Whether an aspect has made the listener a working context: then the whole server is woven. */
  private static boolean areClassesWoven() {
    return Stream.of(Listener.class.getInterfaces())
        .anyMatch(type -> type.getName().startsWith("cal.core."));
  }

  private Protocol protocol() {
    return switch (service) {
      case "upload" -> Protocol.UPLOAD;
      case "factor" -> Protocol.FACTOR;
      default -> throw mistake(service + " is neither upload nor factor");
    };
  }

  private Server server(Protocol protocol, Duration readTimeout) throws IOException {
    if (UPLOADING.contains(model) && protocol != Protocol.UPLOAD) {
      throw mistake("--model=%s serves upload alone".formatted(model));
    }
    CountingStore frames = new CountingStore(waitNanos());
    if (model.equals(PoolServer.NAME)) {
      refuseIfMissing(Epoll.missing());
      return new PoolServer(frames, loops, readTimeout);
    }
    if (EngineServer.names().contains(model)) {
      return new EngineServer(model, frames, loops, readTimeout);
    }
    if (waitNanos() > 0) {
      throw mistake("--store=%s is for engine-* and leader-followers alone".formatted(store));
    }
    if (!UPLOADING.contains(model)) {
      return new BlockingServer(protocol, readTimeout, twin());
    }
    if (model.equals(NIO)) {
      return LoopServer.overNio(loops, readTimeout);
    }
    if (model.equals(EPOLL)) {
      refuseIfMissing(Epoll.missing());
      return LoopServer.overEpoll(loops, readTimeout);
    }
    NettyServer.Transport transport = NettyServer.Transport.of(model).orElseThrow();
    refuseIfMissing(transport.unavailable().map(HandWritten::reason));
    return new NettyServer(transport, loops, readTimeout);
  }

  /** The wait for each frame. */
  private long waitNanos() {
    Matcher wait = STORE.matcher(store);
    if (!wait.matches()) {
      throw mistake("--store=%s is neither memory nor like wait:10us:memory".formatted(store));
    }
    return wait.group(1) == null ? 0 : Long.parseLong(wait.group(1)) * 1000;
  }

  private void refuseIfMissing(Optional<String> reason) {
    if (reason.isPresent()) {
      throw mistake(
          "--model=%s is not available here (%s); choose nio or netty-nio"
              .formatted(model, reason.get()));
    }
  }

  private static String reason(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse(cause.toString());
  }

  private Twin twin() {
    Map<String, Supplier<Twin>> twins =
        new TreeMap<>(
            Map.of(
                "thread",
                Twin::thread,
                "thread-pool",
                () -> Twin.threadPool(poolSize, queueCapacity),
                "executor",
                Twin::executor,
                "executor-pool",
                () -> Twin.executorPool(poolSize, queueCapacity),
                "virtual",
                Twin::virtual,
                PLAIN_VIRTUAL,
                Twin::plainVirtual));
    Supplier<Twin> twin = twins.get(model);
    if (twin == null) {
      throw mistake(
          "--model=%s is neither of %s nor has it a twin; there are those of %s"
              .formatted(model, PEERS, twins.keySet()));
    }
    return twin.get();
  }

  private ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
