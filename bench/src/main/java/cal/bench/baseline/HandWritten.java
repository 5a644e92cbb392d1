package cal.bench.baseline;

import cal.sample.upload.Connection;
import cal.sample.upload.FactorConnection;
import cal.sample.upload.Listener;
import cal.sample.upload.Service;
import cal.sample.upload.Store;
import cal.sample.upload.UploadConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The sample server with hand-written concurrency: prints {@code listening on HOST:PORT}, stores in
 * memory. It refuses to run on woven classes, where it would measure the aspects too. Not
 * thread-safe.
 */
@Command(name = "hand-written", mixinStandardHelpOptions = true)
public final class HandWritten implements Callable<Integer> {
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "upload|factor")
  private String service;

  @Option(names = "--model", required = true)
  private String model;

  @Option(names = "--port", required = true)
  private int port;

  @Option(names = "--pool-size", defaultValue = "100")
  private int poolSize;

  @Option(names = "--queue-capacity", defaultValue = "16384")
  private int queueCapacity;

  private HandWritten() {}

  /**
   * Serves until the process is ended.
   *
   * @param arguments the service and options; {@code --help} lists them
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
  public Integer call() throws IOException {
    if (WorkingOn.wovenClasses()) {
      throw mistake("the server's classes are woven; put its unwoven jar first on the class path");
    }
    Map<String, Supplier<Twin>> twins =
        Map.of(
            "thread", Twin::thread,
            "thread-pool", () -> Twin.threadPool(poolSize, queueCapacity),
            "executor", Twin::executor,
            "executor-pool", () -> Twin.executorPool(poolSize, queueCapacity),
            "virtual", Twin::virtual);
    Supplier<Twin> twin = twins.get(model);
    if (twin == null) {
      throw mistake("--model=" + model + " has no twin; there are " + twins.keySet());
    }
    accept(service(), twin.get());
    return 0;
  }

  private Service service() {
    return switch (service) {
      case "upload" -> {
        Store store = new CountingStore();
        yield socket -> new UploadConnection(socket, store, READ_TIMEOUT);
      }
      case "factor" -> socket -> new FactorConnection(socket, READ_TIMEOUT);
      default -> throw mistake(service + " is neither upload nor factor");
    };
  }

  private void accept(Service protocol, Twin twin) throws IOException {
    InetAddress host = InetAddress.getLoopbackAddress();
    try (ServerSocket listener = new ServerSocket(port, Listener.BACKLOG, host)) {
      System.out.println(
          "listening on %s:%d".formatted(host.getHostAddress(), listener.getLocalPort()));
      while (true) {
        Socket socket = listener.accept();
        twin.serve(open(protocol, socket));
      }
    }
  }

  private static Connection open(Service protocol, Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return protocol.open(socket);
  }

  private ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
