package cal.bench;

import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How evenly event loops share work that is all CPU. Not thread-safe. */
@Command(
    name = "balance",
    mixinStandardHelpOptions = true,
    description = {
      "How evenly event loops share work that is all CPU (factor), and how long a short request",
      "waits whose loop is busy with a long step while another loop has nothing to do.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal bench balance --models reactive-pool,nio,netty-epoll --loops 2",
      "  ./cal bench balance --models reactive-pool,virtual --connections 10 --server-cores 1"
    })
final class BalanceExperiment implements Callable<Integer> {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  /** How the threads are named that run activities; of other servers all threads count. */
  private static final Map<String, String> LOOPS =
      Map.of(
          "reactive-pool", "cal-reactive-pool-loop-",
          "reactive", "cal-reactive-loop-",
          "virtual", "ForkJoinPool-1-worker-",
          "nio", "nio-loop-",
          "netty-nio", "netty-loop-",
          "netty-epoll", "netty-loop-");

  @Spec private CommandSpec spec;

  @Option(
      names = "--models",
      split = ",",
      paramLabel = "SERVER",
      defaultValue = "reactive-pool,virtual,nio,netty-epoll",
      description = "of ${COMPLETION-CANDIDATES}, separated by commas; default: ${DEFAULT-VALUE}",
      completionCandidates = Known.class)
  private List<String> models;

  @Option(
      names = "--loops",
      paramLabel = "N",
      defaultValue = "2",
      description = "event loops of reactive-pool and the peers; default: ${DEFAULT-VALUE}")
  private int loops;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "100",
      description = "in a closed loop; default: ${DEFAULT-VALUE}")
  private int connections;

  @Option(
      names = "--others",
      paramLabel = "N",
      defaultValue = "8",
      description = "short requests beside each long step; default: ${DEFAULT-VALUE}")
  private int others;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "bench/results/balance",
      description = "where to write, without .md and .json; default: ${DEFAULT-VALUE}")
  private Path out;

  @Mixin private final TurnOptions turns = new TurnOptions();
  @Mixin private final ServersUnderTest servers = new ServersUnderTest();

  private final Progress progress = Progress.onStandardError();

  BalanceExperiment() {
    servers.fallBackTo("512m", 2);
  }

  /** The servers whose threads are known. */
  static final class Known extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Known() {
      super(LOOPS.keySet().stream().sorted().toList());
    }
  }

  /** What one server has shown. Immutable. */
  record Row(
      @JsonProperty("server") String server,
      @JsonProperty("cpu_share_by_thread") Map<String, Double> shares,
      @JsonProperty("cpu_seconds_per_1000_answers") double cpu,
      @JsonProperty("answers_per_second") double rate,
      @JsonProperty("fairness") double fairness,
      @JsonProperty("long_step_us") List<Long> steps,
      @JsonProperty("short_request_us") List<Long> waits) {
    private static long at(List<Long> micros, double share) {
      List<Long> sorted = micros.stream().sorted().toList();
      return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(sorted.size() * share)));
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    validate();
    servers.pin(progress);
    ExperimentReport<Row> report = report();
    for (String model : models) {
      Row row = measure(model);
      report.add(row);
      progress.milestone(model + ": " + shares(row));
    }
    progress.clear();
    spec.commandLine().getOut().println(report.markdown());
    return 0;
  }

  private void validate() {
    for (String model : models) {
      if (!LOOPS.containsKey(model)) {
        throw Options.mistake(
            spec, "--models=" + model + " is none of " + String.join(", ", new Known()));
      }
    }
    Options.connections(spec, connections, 1);
    Options.loops(spec, loops);
    if (others < 1) {
      throw Options.mistake(spec, "--others=" + others + " must be 1 or more");
    }
    turns.validate(spec);
    ResultFiles.check(spec, out);
    servers.validate(spec);
  }

  private ExperimentReport<Row> report() {
    return new ExperimentReport<Row>(
            new ResultFiles(out),
            ResultFiles.machine(
                servers.place(),
                "servers' heap " + servers.heap() + ", loops " + loops,
                turns.areForTheRecord()),
            """
            # How event loops share work

            %,d clients ask for factors in a closed loop, for %d turns. The share of each loop is its \
            thread's CPU time over that of all loops, within the turns. Then, with nobody else there, \
            one client asks for what takes long, and %d others at once for what takes no time, %d \
            times: what a short request waits for is at worst the long step.
            """
                .formatted(connections, turns.rounds(), others, turns.rounds()))
        .column("server", Row::server)
        .column("share of each loop", BalanceExperiment::shares)
        .column("CPU s/1,000", row -> "%.4f".formatted(row.cpu()))
        .column("answers/s", row -> "%,.0f".formatted(row.rate()))
        .column("fairness", row -> "%.3f".formatted(row.fairness()))
        .column("long step", row -> millis(Row.at(row.steps(), 0.5)))
        .column("short p50", row -> millis(Row.at(row.waits(), 0.5)))
        .column("short p90", row -> millis(Row.at(row.waits(), 0.9)))
        .column("short max", row -> millis(Row.at(row.waits(), 1)));
  }

  private static String shares(Row row) {
    return row.shares().values().stream()
        .map(share -> "%.1f%%".formatted(share * 100))
        .collect(Collectors.joining(" + "));
  }

  private static String millis(long micros) {
    return Summary.millis(micros) + " ms";
  }

  private Row measure(String model) throws IOException, InterruptedException {
    progress.now(model + ": starting");
    try (ServerProcess server = ServerProcess.start(servers.command(model, "factor", loops))) {
      ProcessFigures figures = new ProcessFigures(server.pid());
      List<LoadResult> results = new ArrayList<>();
      Map<String, Long> before;
      Map<String, Long> after;
      LoadSpec load = new LoadSpec(server.address(), Workload.factor(), Sessions.LONG, connections);
      try (LoadSession session = LoadSession.open(load, OptionalLong.of(server.pid()))) {
        session.round(turns.warmUp(spec), DRAIN);
        before = figures.cpuOfThreads(LOOPS.get(model));
        for (int i = 0; i < turns.rounds(); i++) {
          progress.now(model + ": turn %d".formatted(i + 1));
          results.add(session.round(turns.turn(spec), DRAIN));
        }
        after = figures.cpuOfThreads(LOOPS.get(model));
      }
      return row(model, between(before, after), results, longSteps(server));
    }
  }

  private List<LongStep.Seen> longSteps(ServerProcess server)
      throws IOException, InterruptedException {
    progress.now("long steps");
    List<LongStep.Seen> seen = new ArrayList<>();
    try (LongStep steps = new LongStep(server.address(), others)) {
      for (int i = 0; i < turns.rounds(); i++) {
        seen.add(steps.ask(i));
      }
    }
    return seen;
  }

  private static Row row(
      String model,
      Map<String, Double> shares,
      List<LoadResult> results,
      List<LongStep.Seen> seen) {
    if (results.stream().anyMatch(result -> !result.isRight())) {
      throw new Failure(1, "a server does not do its work:\n" + Summary.of(results.getLast()));
    }
    return new Row(
        model,
        shares,
        results.stream().mapToDouble(LoadResult::serverCpuSecondsPer1000).average().orElseThrow(),
        results.stream().mapToDouble(LoadResult::answersPerSecond).average().orElseThrow(),
        results.stream().mapToDouble(LoadResult::fairness).average().orElseThrow(),
        seen.stream().map(step -> step.step() / 1000).toList(),
        seen.stream().flatMap(step -> step.others().stream()).map(nanos -> nanos / 1000).toList());
  }

  /** The share of each thread in the time between; one that came or went in between, too. */
  static Map<String, Double> between(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Double> shares = new TreeMap<>();
    after.forEach(
        (name, nanos) -> shares.put(name, (double) nanos - before.getOrDefault(name, 0L)));
    double all = shares.values().stream().mapToDouble(Double::doubleValue).sum();
    shares.replaceAll((name, nanos) -> all == 0 ? 0 : nanos / all);
    return shares;
  }
}
