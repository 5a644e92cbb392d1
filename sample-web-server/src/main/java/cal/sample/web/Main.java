package cal.sample.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The server's command line: prints {@code listening on HOST:PORT} on standard output when clients
 * may come; a mistake in the arguments is one sentence on standard error, and exit status 2.
 *
 * <p>Nothing is closed after {@link Acceptor#run()} has returned, for clients may still be served.
 * Not thread-safe.
 */
@Command(
    name = "web-server",
    mixinStandardHelpOptions = true,
    description = "Serves the files of a folder by HTTP/1.1.")
public final class Main {
  @Spec private CommandSpec spec;

  @Option(names = "--root", required = true, description = "the folder whose files are served")
  private Path root;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "where to listen; default: ${DEFAULT-VALUE}")
  private String host;

  @Option(names = "--port", required = true, description = "where to listen; 0 takes a free one")
  private int port;

  @Option(
      names = "--cache",
      paramLabel = "tinylfu|none",
      defaultValue = "tinylfu",
      description = "which files are kept in memory; default: ${DEFAULT-VALUE}")
  private Eviction eviction;

  @Option(
      names = "--cache-bytes",
      paramLabel = "N",
      defaultValue = "67108864",
      description = "of files in memory; default: ${DEFAULT-VALUE}")
  private long cacheBytes;

  @Option(
      names = "--in-memory",
      paramLabel = "N",
      defaultValue = "65536",
      description =
          "bytes of the largest file in memory; larger ones go from disk to socket; default:"
              + " ${DEFAULT-VALUE}")
  private int inMemory;

  private enum Eviction {
    TINYLFU,
    NONE
  }

  private Main() {}

  /**
   * Serves until the acceptor is closed.
   *
   * @param arguments options; {@code --help} lists them
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
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    try {
      commandLine.parseArgs(arguments);
      if (!CommandLine.printHelpIfRequested(commandLine.getParseResult())) {
        main.listen(main.protocol()).run();
      }
      return CommandLine.ExitCode.OK;
    } catch (ParameterException mistake) {
      System.err.println(mistake.getMessage() + " (--help lists the options)");
      return CommandLine.ExitCode.USAGE;
    }
  }

  private Protocol protocol() {
    Handler pipeline = new MethodFilter().before(new FileHandler(files()));
    Site site = new Site(pipeline, Limits.USUAL);
    return (socket, acceptor) -> new HttpConnection(socket, socket, site, acceptor);
  }

  private FileSystem files() {
    try {
      Disk disk = new Disk(root, Disk.Links.INSIDE, "index.html", inMemory);
      return switch (eviction) {
        case TINYLFU -> new CachedFiles(disk, new TinyLfuCache(cacheBytes));
        case NONE -> disk;
      };
    } catch (IOException missing) {
      throw mistake("--root=" + root + " is no folder that can be read: " + missing.getMessage());
    }
  }

  private Acceptor listen(Protocol protocol) {
    String name = host.contains(":") ? "[" + host + "]" : host;
    try {
      Acceptor acceptor =
          new Acceptor(new InetSocketAddress(InetAddress.getByName(host), port), protocol);
      System.out.println("listening on " + name + ":" + acceptor.port());
      System.out.flush();
      return acceptor;
    } catch (UnknownHostException unknown) {
      throw mistake("--host=" + host + " is no known address; name one of this machine");
    } catch (IOException | IllegalArgumentException failure) {
      throw mistake(
          String.format(
              Locale.ROOT,
              "cannot listen on %s:%d: %s; choose another --port (0 takes a free one) or --host",
              name,
              port,
              failure.getMessage()));
    }
  }

  private ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
