package cal.sample.web;

import cal.sample.web.files.FileHandler;
import cal.sample.web.files.FileOptions;
import cal.sample.web.files.FileSystem;
import cal.sample.web.filter.Pipeline;
import cal.sample.web.gopher.GopherConnection;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpProtocol;
import cal.sample.web.link.Linked;
import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Protocol;
import cal.sample.web.net.Tls;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The server's command line: prints {@code listening on HOST:PORT} on standard output when clients
 * may come; a mistake in the arguments is a sentence on standard error, and exit status 2.
 *
 * <p>Nothing is closed after {@link Acceptor#run()} has returned, for clients may still be served.
 * Not thread-safe.
 */
@Command(
    name = "web-server",
    mixinStandardHelpOptions = true,
    description = "Serves the files of a folder.")
public class Main {
  @Spec private CommandSpec spec;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "where to listen; default: ${DEFAULT-VALUE}")
  private String host;

  @Option(names = "--port", required = true, description = "where to listen; 0 takes a free one")
  private int port;

  @Option(
      names = "--protocol",
      paramLabel = "http|gopher",
      defaultValue = "http",
      description = "of the clients; default: ${DEFAULT-VALUE}")
  private Spoken protocol;

  @Mixin private FileOptions files;

  @Option(
      names = "--tls",
      paramLabel = "STORE",
      description = "serves https by a key store; its password is TLS_PASSWORD, or changeit")
  private Path tls;

  @Option(
      names = "--pipeline",
      paramLabel = "FILE",
      description = "lines of FILTER-CLASS, or PREFIX HANDLER-CLASS; read again when it changes")
  private Path pipeline;

  @Option(
      names = "--class-path",
      paramLabel = "JAR|FOLDER",
      description = "where the classes of the pipeline are, beside those of the server")
  private List<Path> classPath = List.of();

  @Option(
      names = "--idle-timeout",
      paramLabel = "MS",
      defaultValue = "60000",
      description = "for the next byte of a client; default: ${DEFAULT-VALUE}")
  private int idleMillis;

  private enum Spoken {
    HTTP,
    GOPHER
  }

  /**
   * Serves until the acceptor is closed.
   *
   * @param arguments options, listed by {@code --help}
   */
  public static void main(String[] arguments) {
    int status = run(new Main(), arguments, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Serves, or tells a mistake and returns its exit status. */
  protected static int run(Main main, String[] arguments, PrintStream errors) {
    CommandLine commandLine = new CommandLine(main);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    try {
      commandLine.parseArgs(arguments);
      if (!CommandLine.printHelpIfRequested(commandLine.getParseResult())) {
        main.listen(main.protocol()).run();
      }
      return CommandLine.ExitCode.OK;
    } catch (ParameterException mistake) {
      errors.println(mistake.getMessage() + " (--help lists the options)");
      return CommandLine.ExitCode.USAGE;
    }
  }

  /** The protocol by the options. */
  protected Protocol protocol() {
    if (idleMillis < 1) {
      throw mistake("--idle-timeout=" + idleMillis + " must be 1 ms at least");
    }
    if (protocol == Spoken.GOPHER && (tls != null || pipeline != null || !classPath.isEmpty())) {
      throw mistake(
          "--protocol=gopher has no --tls, --pipeline or --class-path; leave them out, or give"
              + " http");
    }
    try {
      FileSystem site = files.files();
      return protocol == Spoken.HTTP
          ? new HttpProtocol(pipeline(site), idleMillis, tls == null ? null : layer())
          : (socket, acceptor) -> new GopherConnection(socket, site, idleMillis);
    } catch (IOException mistake) {
      throw mistake(mistake.getMessage());
    }
  }

  private Handler pipeline(FileSystem site) throws IOException {
    Pipeline links = new Pipeline(classPath, new FileHandler(site));
    if (pipeline == null) {
      return links.of(Pipeline.USUAL);
    }
    Linked<Handler> linked = new Linked<>("--pipeline", pipeline, links::of);
    return request -> linked.get().handle(request);
  }

  private Tls layer() {
    String password = System.getenv().getOrDefault("TLS_PASSWORD", "changeit");
    try {
      return new Tls(tls, password.toCharArray());
    } catch (IOException | GeneralSecurityException | IllegalArgumentException failure) {
      throw mistake("--tls=" + tls + ": " + failure.getMessage());
    }
  }

  private Acceptor listen(Protocol protocol) {
    String name = (host.contains(":") ? "[" + host + "]" : host) + ":";
    try {
      Acceptor acceptor =
          acceptor(new InetSocketAddress(InetAddress.getByName(host), port), protocol);
      System.out.println("listening on " + name + acceptor.port());
      System.out.flush();
      return acceptor;
    } catch (IOException | IllegalArgumentException failure) {
      String place = "cannot listen on " + name + port + ": " + failure.getMessage();
      throw mistake(place + "; choose another --port (0 takes a free one) or --host");
    }
  }

  /** Listens on an address. */
  protected Acceptor acceptor(InetSocketAddress address, Protocol protocol) throws IOException {
    return new Acceptor(address, protocol);
  }

  /** A mistake in the arguments. */
  protected ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
