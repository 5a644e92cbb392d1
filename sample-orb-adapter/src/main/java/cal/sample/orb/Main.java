package cal.sample.orb;

import cal.sample.upload.Store;
import cal.sample.upload.StoreException;
import cal.sample.upload.Stores;
import java.util.LinkedHashMap;
import java.util.Map;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.UserException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The server's command line: prints {@code listening on HOST:PORT} on standard output when clients
 * may come; a mistake in the arguments is a sentence on standard error, and exit status 2. Not
 * thread-safe.
 */
@Command(
    name = "orb-server",
    mixinStandardHelpOptions = true,
    description = "Offers a factorizer and an uploader over IIOP, on JacORB.")
public final class Main {
  @Spec private CommandSpec spec;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "where to listen; default: ${DEFAULT-VALUE}")
  private String host;

  @Option(names = "--port", required = true, description = "where to listen; 0 takes a free one")
  private int port;

  @Option(
      names = "--store",
      defaultValue = "memory",
      description = "memory, h2:PATH or jdbc:URL; default: ${DEFAULT-VALUE}")
  private String storeName;

  @Option(
      names = "--tuned",
      description = "more threads and longer queues for JacORB itself, where it runs the requests")
  private boolean tuned;

  @Option(
      names = "--orb",
      paramLabel = "KEY=VALUE",
      description = "a setting of JacORB; may be repeated")
  private Map<String, String> settings = new LinkedHashMap<>();

  private Main() {}

  /**
   * Serves until the ORB is shut down.
   *
   * @param arguments options, listed by {@code --help}
   */
  public static void main(String[] arguments) {
    int status = run(arguments);
    if (status != 0) {
      System.exit(status);
    }
  }

  private static int run(String[] arguments) {
    Main main = new Main();
    CommandLine commandLine = new CommandLine(main);
    try {
      commandLine.parseArgs(arguments);
      if (!CommandLine.printHelpIfRequested(commandLine.getParseResult())) {
        main.serve();
      }
      return CommandLine.ExitCode.OK;
    } catch (ParameterException mistake) {
      System.err.println(mistake.getMessage() + " (--help lists the options)");
      return CommandLine.ExitCode.USAGE;
    }
  }

  private void serve() {
    OrbServer server = open();
    System.out.println("listening on " + host + ":" + server.port());
    System.out.flush();
    server.run();
  }

  private OrbServer open() {
    Map<String, String> all = new LinkedHashMap<>(tuned ? OrbServer.TUNED : Map.of());
    all.putAll(settings);
    try {
      return new OrbServer(host, port, store(), all);
    } catch (SystemException | UserException failure) {
      throw new ParameterException(
          spec.commandLine(),
          "cannot listen on %s:%d: %s; choose another --port (0 takes a free one) or --host"
              .formatted(host, port, failure));
    }
  }

  private Store store() {
    try {
      return Stores.open(storeName);
    } catch (StoreException mistake) {
      throw new ParameterException(spec.commandLine(), "--store: " + mistake.getMessage());
    }
  }
}
