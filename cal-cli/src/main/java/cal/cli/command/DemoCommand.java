package cal.cli.command;

import cal.cli.Cal;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import cal.cli.server.Installed;
import cal.cli.server.ServerProcess;
import cal.cli.server.WarmUp;
import cal.cli.support.Json;
import cal.core.spi.ConcurrencyModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the sample server under every model, with real clients. Not thread-safe. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Runs one server under each model, in a JVM of its own, drives both its services",
      "with real clients over long and short sessions, and says which model suits which."
    })
final class DemoCommand implements Callable<Integer> {
  /** How long a young server is warmed up at most: the demo is to end within two minutes. */
  private static final Duration MOST_WARM_UP = Duration.ofSeconds(3);

  /** For the clients to get going. */
  private static final Duration RUN_UP = Duration.ofMillis(200);

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0.5",
      description = "for each figure of the table, after a warm-up; default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "50",
      description = "how many at once; default: ${DEFAULT-VALUE}")
  private int clients;

  @Option(
      names = "--models",
      split = ",",
      paramLabel = "MODEL",
      description = "separated by commas; default: all on the class path (./cal models)")
  private List<String> models = Installed.models().stream().map(ConcurrencyModel::name).toList();

  @Option(
      names = "--services",
      split = ",",
      paramLabel = "upload|factor",
      defaultValue = "upload,factor",
      description = "separated by commas; default: ${DEFAULT-VALUE}")
  private List<Service> services;

  @Option(
      names = "--sessions",
      split = ",",
      paramLabel = "long|short",
      defaultValue = "long,short",
      description = "separated by commas; default: ${DEFAULT-VALUE}")
  private List<Sessions> sessions;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      defaultValue = "" + Workload.DEFAULT_SIZE,
      description = "payload of an upload; default: ${DEFAULT-VALUE}")
  private int size;

  @Option(names = "--json", paramLabel = "FILE", description = "write the figures as JSON")
  private Path json;

  private final List<DemoCell> cells = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();
  private final Progress progress = Progress.onStandardError();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Options.clients(spec, clients);
    Duration window = Options.seconds(spec, "--seconds", seconds);
    for (Service service : services) {
      Workload workload = workload(service);
      for (String model : models) {
        run(model, service, workload, window);
      }
    }
    progress.clear();
    cells.sort(Comparator.comparingInt(this::groupOrder));
    spec.commandLine().getOut().println(new DemoTable(cells, reasons()).text());
    troubles.forEach(trouble -> spec.commandLine().getErr().println("cal: " + trouble));
    if (json != null) {
      Json.write(json, cells);
    }
    boolean right = cells.stream().allMatch(cell -> cell.result().isRight());
    return right && troubles.isEmpty() ? 0 : 1;
  }

  private int groupOrder(DemoCell cell) {
    Service service = Service.valueOf(cell.result().service().toUpperCase(Locale.ROOT));
    return services.indexOf(service) * Sessions.values().length
        + sessions.indexOf(cell.result().sessions());
  }

  private Workload workload(Service service) {
    try {
      return service.workload(size);
    } catch (IllegalArgumentException mistake) {
      throw Options.mistake(spec, "--" + mistake.getMessage());
    }
  }

  private void run(String model, Service service, Workload workload, Duration window)
      throws IOException, InterruptedException {
    progress.now(model + " " + service.word() + ": starting the server");
    try (ServerProcess server = ServerProcess.start(command(model, service))) {
      // A server whose compilers are at work would be measured in its youth.
      LoadSpec few = new LoadSpec(server.address(), workload, sessions.getFirst(), clients);
      WarmUp.byFew(server, few, MOST_WARM_UP);
      for (Sessions kind : sessions) {
        LoadSpec load = new LoadSpec(server.address(), workload, kind, clients);
        String name = "%-14s %-6s %-5s".formatted(model, service.word(), kind.word());
        LoadResult result = measure(name, load, server.pid(), window);
        cells.add(new DemoCell(model, result));
        progress.milestone(name + " %,.0f requests/s".formatted(result.answersPerSecond()));
      }
      String trouble = server.stop();
      if (trouble != null) {
        troubles.add("the server of " + service.word() + " under " + model + ": " + trouble);
      }
    }
  }

  private static Map<String, String> reasons() {
    return Installed.models().stream()
        .collect(Collectors.toMap(ConcurrencyModel::name, ConcurrencyModel::whenToChoose));
  }

  private LoadResult measure(String name, LoadSpec load, long pid, Duration window)
      throws IOException, InterruptedException {
    try (LoadSession session = LoadSession.open(load, OptionalLong.of(pid))) {
      session.onProgress(answers -> progress.now(name + " %,d answers".formatted(answers)));
      session.warmUp(RUN_UP);
      return session.round(window, Duration.ZERO);
    }
  }

  private static List<String> command(String model, Service service) {
    List<String> command = ServerProcess.java(System.getProperty("java.class.path"));
    command.addAll(
        List.of(Cal.class.getName(), "serve", service.word(), "--port", "0", "--model", model));
    if (service == Service.UPLOAD) {
      command.addAll(List.of("--store", "memory"));
    }
    return command;
  }
}
