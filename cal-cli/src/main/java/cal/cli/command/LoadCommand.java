package cal.cli.command;

import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import cal.cli.load.result.Summary;
import cal.cli.support.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts load on a server that runs already. Not thread-safe. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = "Puts load on a server, checks every answer, and says how it fared.",
    footer = {
      "",
      "Exit status: 0 if there were answers, and none was wrong; 1 if not; 2 for wrong arguments."
    })
final class LoadCommand implements Callable<Integer> {
  private static final String STANDARD_OUTPUT = "-";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "upload|factor|orb", description = "the service")
  private Service service;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "where the server listens; default: ${DEFAULT-VALUE}")
  private String host;

  @Option(names = "--port", required = true, description = "where the server listens")
  private int port;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "100",
      description = "how many at once; default: ${DEFAULT-VALUE}")
  private int clients;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "how long answers count; default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      defaultValue = "1",
      description = "seconds of load before that; default: ${DEFAULT-VALUE}")
  private double warmUp;

  @Option(
      names = "--sessions",
      paramLabel = "long|short",
      defaultValue = "long",
      description = "keep connections, or connect for each request; default: ${DEFAULT-VALUE}")
  private Sessions sessions;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      description = "payload of an upload; default: " + Workload.DEFAULT_SIZE)
  private Integer size;

  @Option(
      names = "--call",
      paramLabel = "upload|factorize",
      description = "which operation of an ORB's objects; default: upload")
  private String call;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      defaultValue = "30",
      description = "seconds until an answer is given up; default: ${DEFAULT-VALUE}")
  private double timeout;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "threads that play the clients; default: ${DEFAULT-VALUE}")
  private int threads;

  @Option(
      names = "--pid",
      description = "the server's process, for its CPU time; default: who listens on the port")
  private Long pid;

  @Option(
      names = "--json",
      arity = "0..1",
      paramLabel = "FILE",
      fallbackValue = STANDARD_OUTPUT,
      description = "write the result as JSON; without FILE to standard output")
  private String json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    LoadSpec load = validated();
    Duration window = Options.seconds(spec, "--seconds", seconds);
    Duration before = Options.secondsOrNone(spec, "--warmup", warmUp);
    LoadResult result = run(load, before, window);
    boolean jsonOut = STANDARD_OUTPUT.equals(json);
    (jsonOut ? spec.commandLine().getErr() : spec.commandLine().getOut())
        .println(Summary.of(result));
    if (jsonOut) {
      spec.commandLine().getOut().println(Json.text(result));
    } else if (json != null) {
      Json.write(Path.of(json), result);
    }
    return result.isRight() ? 0 : 1;
  }

  private LoadSpec validated() {
    if (port < 1 || port > 65_535) {
      throw Options.mistake(spec, "--port=" + port + " must be 1 to 65535");
    }
    if (call != null && (service != Service.ORB || !call.matches("upload|factorize"))) {
      throw Options.mistake(
          spec, "--call=" + call + ": it is upload or factorize, of an ORB's objects alone");
    }
    boolean factorize = "factorize".equals(call);
    if ((service == Service.FACTOR || factorize) && size != null) {
      throw Options.mistake(spec, "--size is of uploads: leave it out for factor");
    }
    try {
      return new LoadSpec(
          new InetSocketAddress(host, port),
          factorize
              ? Workload.orbFactor()
              : service.workload(size == null ? Workload.DEFAULT_SIZE : size),
          sessions,
          clients,
          threads,
          Options.seconds(spec, "--timeout", timeout));
    } catch (IllegalArgumentException mistake) {
      throw Options.mistake(spec, "--" + mistake.getMessage());
    }
  }

  private LoadResult run(LoadSpec load, Duration before, Duration window)
      throws IOException, InterruptedException {
    Progress progress = Progress.onStandardError();
    OptionalLong process = pid == null ? OptionalLong.empty() : OptionalLong.of(pid);
    progress.now("connecting");
    try (LoadSession session = LoadSession.open(load, process)) {
      session.onProgress(answers -> progress.now("%,d answers".formatted(answers)));
      session.warmUp(before);
      return session.round(window, Duration.ZERO);
    } finally {
      progress.clear();
    }
  }
}
