package cal.bench;

import cal.bench.experiment.Ratio;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Tricklers;
import cal.bench.load.Workload;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What clients that trickle cost the others. Not thread-safe. */
@Command(
    name = "trickle",
    mixinStandardHelpOptions = true,
    description = {
      "What clients cost the others that stop in mid-request and send a byte a second.",
      "Two JVMs a server, both with clients in a closed loop; one gets the tricklers as well.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal bench trickle --tricklers 100 --models reactive,virtual,thread-pool,nio",
      "  ./cal bench trickle --tricklers 1000 --connections 10 --models reactive --rounds 5"
    })
final class TrickleExperiment implements Callable<Integer> {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** The tricklers begin a frame of a length that a pool would wait for. */
  private static final String TRICKLED = "upload-80k";

  @Spec private CommandSpec spec;

  @Option(
      names = "--tricklers",
      paramLabel = "N",
      defaultValue = "100",
      description = "how many; default: ${DEFAULT-VALUE}")
  private int tricklers;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "50",
      description = "of the others, in a closed loop; default: ${DEFAULT-VALUE}")
  private int connections;

  @Option(
      names = "--models",
      split = ",",
      paramLabel = "SERVER",
      defaultValue = "reactive,virtual,thread-pool,nio",
      description =
          "models of CAL, or nio, netty-nio, netty-epoll, separated by commas;"
              + " default: ${DEFAULT-VALUE}")
  private List<String> models;

  @Option(
      names = "--service",
      paramLabel = "SERVICE",
      defaultValue = "upload-64",
      description = "factor, upload-BYTES or upload-KILOBYTESk; default: ${DEFAULT-VALUE}")
  private String service;

  @Option(
      names = "--loops",
      paramLabel = "N",
      defaultValue = "1",
      description = "event loops of reactive-pool and the peers; default: ${DEFAULT-VALUE}")
  private int loops;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "bench/results/trickle",
      description = "where to write, without .md and .json; default: ${DEFAULT-VALUE}")
  private Path out;

  @Mixin private final TurnOptions turns = new TurnOptions();
  @Mixin private final ServersUnderTest servers = new ServersUnderTest();

  private final Progress progress = Progress.onStandardError();

  /** What one server has shown; null where it answered nobody. Immutable. */
  record Row(
      @JsonProperty("server") String server,
      @JsonProperty("p99_us_without") Double without,
      @JsonProperty("p99_us_with_tricklers") Double with,
      @JsonProperty("p99_ratio_with_over_without") Ratio ratio,
      @JsonProperty("p99_ratio_itself") Ratio itself,
      @JsonProperty("throughput_ratio_with_over_without") Ratio throughput,
      @JsonProperty("rounds_without_an_answer") long starved,
      @JsonProperty("tricklers_parted") int parted,
      @JsonProperty("errors") long errors) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    validate();
    servers.pin(progress);
    ExperimentReport<Row> report = report();
    for (String model : models) {
      Row row = measure(model);
      report.add(row);
      progress.milestone("%s: p99 with tricklers %s".formatted(model, micros(row.with())));
    }
    progress.clear();
    spec.commandLine().getOut().println(report.markdown());
    return 0;
  }

  private void validate() {
    ServersUnderTest.workload(spec, "--service", service);
    ServersUnderTest.requireKnown(spec, "--models", models);
    Options.connections(spec, connections, 2);
    Options.loops(spec, loops);
    if (tricklers < 1 || tricklers > LoadSpec.MAX_CLIENTS) {
      throw Options.mistake(
          spec, "--tricklers=" + tricklers + " must be 1 to " + LoadSpec.MAX_CLIENTS);
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
            # What clients that trickle cost the others

            %,d clients have begun a request and send a byte of it each second; %,d others ask for %s \
            in a closed loop. The p99 of the others' latency with the tricklers over that of a second \
            JVM without them, the median of %d rounds in turns, with its 95%% bootstrap interval; \
            "itself" is the same before the tricklers came. A round without an answer is one in which \
            the others starved.
            """
                .formatted(tricklers, connections, service, turns.rounds()))
        .column("server", Row::server)
        .column("p99 without", row -> micros(row.without()))
        .column("p99 with", row -> micros(row.with()))
        .column("p99 ratio", row -> text(row.ratio()))
        .column("itself", row -> text(row.itself()))
        .column("answers/s ratio", row -> text(row.throughput()))
        .column("rounds without an answer", row -> "%d".formatted(row.starved()))
        .column("tricklers parted from", row -> "%d".formatted(row.parted()))
        .column("errors", row -> "%d".formatted(row.errors()));
  }

  private static String micros(Double value) {
    return value == null ? "none" : "%,.0f us".formatted(value);
  }

  private static String text(Ratio ratio) {
    return ratio == null ? "none" : ratio.toString();
  }

  private Row measure(String model) throws IOException, InterruptedException {
    progress.now(model + ": starting");
    List<String> command = servers.command(model, service, loops);
    try (ServerProcess without = ServerProcess.start(command);
        ServerProcess with = ServerProcess.start(command);
        LoadSession alone = connect(without);
        LoadSession among = connect(with)) {
      Duel duel = new Duel(among, alone, turns.turn(spec));
      duel.warmUp(turns.warmUp(spec));
      progress.now(model + ": without tricklers");
      Ratio itself = Duel.ratio(duel.rounds(turns.rounds()), TrickleExperiment::p99);
      try (Tricklers slow = Tricklers.start(with.address(), trickled(), tricklers, PAUSE)) {
        progress.now(model + ": with tricklers");
        List<Duel.Pair> pairs = duel.rounds(turns.rounds());
        long starved = pairs.stream().filter(pair -> p99(pair.a()) == null).count();
        return new Row(
            model,
            median(pairs.stream().map(pair -> p99(pair.b()))),
            median(pairs.stream().map(pair -> p99(pair.a()))),
            Duel.ratio(pairs, TrickleExperiment::p99),
            itself,
            Duel.ratio(pairs, LoadResult::answersPerSecond),
            starved,
            slow.parted(),
            duel.errors());
      }
    }
  }

  /** Of the turns that had answers; null if none had. */
  private static Double median(Stream<Double> turns) {
    List<Double> sorted = turns.filter(Objects::nonNull).sorted().toList();
    return sorted.isEmpty() ? null : sorted.get(sorted.size() / 2);
  }

  private static Double p99(LoadResult result) {
    return result.latency() == null ? null : (double) result.latency().p99Micros();
  }

  private Workload trickled() {
    boolean factor = service.equals("factor");
    return ServersUnderTest.workload(spec, "--service", factor ? service : TRICKLED);
  }

  private LoadSession connect(ServerProcess server) throws IOException, InterruptedException {
    Workload workload = ServersUnderTest.workload(spec, "--service", service);
    LoadSpec load = new LoadSpec(server.address(), workload, Sessions.LONG, connections);
    return LoadSession.open(load, OptionalLong.of(server.pid()));
  }
}
