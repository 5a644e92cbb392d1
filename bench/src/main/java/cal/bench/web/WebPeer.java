package cal.bench.web;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * A static-file server of somebody else: prints {@code listening on HOST:PORT}. Not thread-safe.
 */
@Command(
    name = "web-peer",
    mixinStandardHelpOptions = true,
    description = "Serves the files of a folder by HTTP/1.1, until the process is ended.")
public final class WebPeer implements Callable<Integer> {
  private static final String JETTY = "jetty";
  private static final String JETTY_VIRTUAL = "jetty-virtual";
  private static final String JDK_VIRTUAL = "jdk-virtual";
  private static final String JDK_POOL = "jdk-pool";
  private static final String NETTY = "netty-epoll";

  /** Of the store of certificates, which no secret is in. */
  public static final String PASSWORD = "secret";

  private static final String HANDLER_OF_JETTY =
      "Jetty 12.1 with its `ResourceHandler`, which keeps files in memory, and no `Server` field";

  private static final String HANDLER_OF_JDK =
      "`jdk.httpserver` with the handler of `jwebserver` and " + String.join(", ", JdkFiles.FLAGS);

  private static final Map<String, String> CHOICES =
      Map.of(
          JETTY,
          HANDLER_OF_JETTY + "; its `QueuedThreadPool` as it comes",
          JETTY_VIRTUAL,
          HANDLER_OF_JETTY + "; its `QueuedThreadPool` with a `VirtualThreadPool`",
          JDK_VIRTUAL,
          HANDLER_OF_JDK + "; a virtual thread a task",
          JDK_POOL,
          HANDLER_OF_JDK + "; a pool of 100 threads",
          NETTY,
          "Netty 4.2 on epoll, with files of 64 KB at most in memory, larger ones by `sendfile`"
              + " (`DefaultFileRegion`), and one flush for all requests that came together");

  /** All there are. */
  public static final List<String> NAMES = CHOICES.keySet().stream().sorted().toList();

  /** Connections that wait to be accepted, in all of them. */
  static final int BACKLOG = 4096;

  @Parameters(paramLabel = "NAME", description = "which")
  private String name;

  @Option(names = "--root", required = true, description = "the folder")
  private Path root;

  @Option(names = "--loops", required = true, description = "event loops of netty-epoll")
  private int loops;

  @Option(names = "--idle", required = true, description = "seconds that a connection may be idle")
  private long idle;

  @Option(names = "--tls", paramLabel = "STORE", description = "of jetty: speaks TLS")
  private Path store;

  private WebPeer() {}

  /** How one is configured, in a sentence of Markdown. */
  public static String choices(String name) {
    return "`%s` is %s.".formatted(name, CHOICES.get(name));
  }

  /** The flags that its JVM needs. */
  public static List<String> flags(String name) {
    return name.startsWith("jdk-") ? JdkFiles.FLAGS : List.of();
  }

  /** Serves until the process is ended. */
  public static void main(String[] arguments) {
    int status = new CommandLine(new WebPeer()).execute(arguments);
    if (status != 0) {
      System.exit(status);
    }
  }

  @Override
  public Integer call() throws Exception {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    InetSocketAddress address =
        switch (name) {
          case JETTY -> JettyFiles.serve(root, free, idle, false, store);
          case JETTY_VIRTUAL -> JettyFiles.serve(root, free, idle, true, store);
          case JDK_VIRTUAL -> JdkFiles.serve(root, free, JdkFiles.virtualThreads());
          case JDK_POOL -> JdkFiles.serve(root, free, JdkFiles.pool());
          case NETTY -> NettyFiles.serve(root, free, loops);
          default -> throw new IllegalArgumentException(name + " is none of " + NAMES);
        };
    System.out.println(
        "listening on %s:%d".formatted(address.getAddress().getHostAddress(), address.getPort()));
    return 0;
  }
}
