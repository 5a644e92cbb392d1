package cal.sample.upload;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The server's command line: prints {@code listening on HOST:PORT} on standard output when clients
 * may come; a mistake in the arguments is a sentence on standard error, and exit status 2.
 *
 * <p>Nothing is closed after {@link Listener#run()} has returned, for clients may still be served
 * then; acknowledged frames are committed, so nothing needs closing. Not thread-safe.
 */
@Command(
    name = "upload-server",
    mixinStandardHelpOptions = true,
    description = "Serves uploads of frames, or prime factors, over TCP.")
public final class Main {

  /** The pool logs progress at level INFO; only troubles are of interest. */
  private static final Logger POOL = Logger.getLogger("com.zaxxer.hikari");

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "upload|factor", description = "the service")
  private Protocol protocol;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "where to listen; default: ${DEFAULT-VALUE}")
  private String host;

  @Option(names = "--port", required = true, description = "where to listen; 0 takes a free one")
  private int port;

  @Option(
      names = "--store",
      description = {
        "memory, h2:PATH, files:DIR, jdbc:URL or relay:HOST:PORT; default: h2: in a fresh",
        "temporary folder;",
        "before it, what each frame takes: compute:10ms:, wait:10ms: or disk:10ms:"
      })
  private String storeName;

  @Option(
      names = "--read-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      description =
          "for the rest of a request that has begun, as 500ms or 30s; default: ${DEFAULT-VALUE}")
  private Duration readTimeout;

  private Main() {}

  /**
   * Serves until the listener is closed.
   *
   * @param arguments {@code upload} or {@code factor}, and options, listed by {@code --help}
   */
  public static void main(String[] arguments) {
    POOL.setLevel(Level.WARNING);
    int status = run(arguments);
    if (status != 0) {
      System.exit(status);
    }
  }

  private static int run(String[] arguments) {
    Main main = new Main();
    CommandLine commandLine = new CommandLine(main);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.registerConverter(Duration.class, new DurationConverter());
    try {
      commandLine.parseArgs(arguments);
      if (!CommandLine.printHelpIfRequested(commandLine.getParseResult())) {
        main.listen(main.service()).run();
      }
      return CommandLine.ExitCode.OK;
    } catch (ParameterException mistake) {
      System.err.println(mistake.getMessage() + " (--help lists the options)");
      return CommandLine.ExitCode.USAGE;
    }
  }

  private Service service() {
    Statistics statistics = new Statistics();
    if (protocol == Protocol.UPLOAD) {
      Store store = store();
      FrameArrays arrays = new FrameArrays();
      return socket -> new UploadConnection(socket, store, arrays, statistics, readTimeout);
    }
    if (storeName != null) {
      throw mistake("factor stores nothing: leave out --store=" + storeName);
    }
    return socket -> new FactorConnection(socket, statistics, readTimeout);
  }

  private Store store() {
    try {
      return Stores.open(storeName == null ? temporary() : storeName);
    } catch (StoreException | InvalidPathException mistake) {
      throw mistake("--store: " + mistake.getMessage());
    }
  }

  private String temporary() {
    try {
      String name = "h2:" + Files.createTempDirectory("upload-server-").resolve("frames");
      System.err.println("storing in " + name);
      return name;
    } catch (IOException failure) {
      throw mistake("no temporary folder (" + failure + "); name a --store");
    }
  }

  private Listener listen(Service service) {
    String name = host.contains(":") ? "[" + host + "]" : host;
    try {
      Listener listener =
          new Listener(new InetSocketAddress(InetAddress.getByName(host), port), service);
      System.out.println("listening on " + name + ":" + listener.port());
      System.out.flush();
      return listener;
    } catch (UnknownHostException unknown) {
      throw mistake("--host=" + host + " is no known address; name one of this machine");
    } catch (IOException | IllegalArgumentException failure) {
      throw mistake(
          "cannot listen on %s:%d: %s; choose another --port (0 takes a free one) or --host"
              .formatted(name, port, failure.getMessage()));
    }
  }

  private ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
