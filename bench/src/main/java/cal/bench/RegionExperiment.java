package cal.bench;

import cal.bench.experiment.Ratio;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a critical region costs, by JMH. Not thread-safe. */
@Command(
    name = "regions",
    mixinStandardHelpOptions = true,
    description = {
      "What a critical region costs over a hand-written synchronized method, by JMH: alone on its",
      "guard, and with others at the same one. Needs the test classes of the build.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal bench regions                                   a quarter of an hour",
      "  ./cal bench regions --policies monitor --threads 8 --rounds 3 --out mine"
    })
final class RegionExperiment implements Callable<Integer> {
  private static final int ROUNDS = 15;
  private static final int ITERATIONS = 4;

  /** One thread, a kind of guard each. */
  private static final List<String> ALONE = List.of("uncontended", "ofClass", "ofField");

  @Spec private CommandSpec spec;

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "POLICY",
      defaultValue = "monitor,csp",
      description = "of the regions, separated by commas; default: ${DEFAULT-VALUE}")
  private List<String> policies;

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      defaultValue = "2,8,64",
      description = "that need one guard, separated by commas; default: ${DEFAULT-VALUE}")
  private List<Integer> threads;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "" + ROUNDS,
      description = "in each of which both get a fresh JVM; default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "measured in each JVM; default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      defaultValue = "1",
      description = "seconds in each JVM before; default: ${DEFAULT-VALUE}")
  private double warmUp;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "bench/results/regions",
      description = "where to write, without .md and .json; default: ${DEFAULT-VALUE}")
  private Path out;

  private final Progress progress = Progress.onStandardError();

  /** One region beside its twin. Immutable. */
  record Row(
      @JsonProperty("region") String region,
      @JsonProperty("policy") String policy,
      @JsonProperty("threads") int threads,
      @JsonProperty("ns") double nanos,
      @JsonProperty("ns_twin") double twin,
      @JsonProperty("time_ratio_to_twin") Ratio ratio,
      @JsonProperty("bytes") double bytes,
      @JsonProperty("bytes_twin") double twinBytes) {}

  /** A region and its twin in JVMs of their own, one after the other. Immutable. */
  private record Pair(JsonNode region, JsonNode twin) {
    double ratio() {
      return nanos(region) / nanos(twin);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rounds < 1) {
      throw Options.mistake(spec, "--rounds=" + rounds + " must be 1 or more");
    }
    if (threads.stream().anyMatch(n -> n < 1 || n > 1_000)) {
      throw Options.mistake(spec, "--threads=" + threads + " must be 1 to 1000 each");
    }
    Duration measured = Options.seconds(spec, "--seconds", seconds).dividedBy(ITERATIONS);
    Duration before = Options.seconds(spec, "--warmup", warmUp).dividedBy(ITERATIONS);
    List<String> times = new ArrayList<>(List.of("-bm", "thrpt", "-tu", "us", "-f", "1"));
    times.addAll(List.of("-i", "" + ITERATIONS, "-r", Jmh.millis(measured)));
    times.addAll(List.of("-wi", "" + ITERATIONS, "-w", Jmh.millis(before)));
    ResultFiles.check(spec, out);
    boolean pinned = Cores.takeTheClients();
    ExperimentReport<Row> report = report(pinned);
    for (String policy : policies) {
      for (String region : ALONE) {
        report.add(measure(region, policy, 1, pinned ? Cores.servers(1) : List.of(), times));
      }
      for (int number : threads) {
        List<String> both = pinned ? Cores.servers(2) : List.of();
        report.add(measure("contended", policy, number, both, times));
      }
    }
    progress.clear();
    spec.commandLine().getOut().println(report.markdown());
    return 0;
  }

  private Row measure(
      String region, String policy, int number, List<String> place, List<String> times)
      throws IOException, InterruptedException {
    List<String> properties = List.of("-Dcal.synchronization=" + policy);
    List<Pair> pairs = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      progress.now(
          "%s, %s, threads %d: round %d of %d"
              .formatted(region, policy, number, round + 1, rounds));
      boolean first = round % 2 == 0;
      List<JsonNode> results = new ArrayList<>();
      for (String benchmark :
          List.of(first ? region : region + "Twin", first ? region + "Twin" : region)) {
        List<String> arguments = new ArrayList<>(times);
        arguments.addAll(List.of("-t", "" + number));
        arguments.add("cal.bench.micro.RegionBenchmark." + benchmark + "$");
        results.addAll(Jmh.run(place, properties, arguments));
      }
      pairs.add(
          first
              ? new Pair(results.get(0), results.get(1))
              : new Pair(results.get(1), results.get(0)));
    }
    // Each round has JVMs of its own.
    Ratio ratio = Ratio.ofForks(pairs.stream().map(pair -> new double[] {pair.ratio()}).toList());
    Row row =
        new Row(
            region,
            policy,
            number,
            Duel.median(pairs, pair -> nanos(pair.region())),
            Duel.median(pairs, pair -> nanos(pair.twin())),
            ratio,
            Duel.median(pairs, pair -> Jmh.bytesPerCall(pair.region())),
            Duel.median(pairs, pair -> Jmh.bytesPerCall(pair.twin())));
    progress.milestone("%s, %s, threads %d: %s".formatted(region, policy, number, ratio));
    return row;
  }

  /** From the calls of all threads a microsecond: the mean of a call says nothing of monitors. */
  private static double nanos(JsonNode result) {
    return 1_000 / result.at("/primaryMetric/score").asDouble();
  }

  private ExperimentReport<Row> report(boolean pinned) {
    return new ExperimentReport<Row>(
            new ResultFiles(out),
            ResultFiles.machine(
                pinned ? "one thread to core 0" : "no",
                "%d rounds of %s s, a JVM each".formatted(rounds, seconds),
                rounds >= ROUNDS && seconds >= 1 && warmUp >= 1),
            """
            # What a critical region costs

            A method that adds one to a count, as a critical region and with `synchronized` written by \
            hand, in turns and in JVMs of their own: the time of a call over that of the twin, the \
            median of all rounds and its 95% bootstrap interval. `uncontended` is guarded by its \
            object, `ofClass` by its class, `ofField` by a field; `contended` is one object for all \
            threads, which do nothing else: the time is what passes between two of their calls.
            """)
        .column("region", Row::region)
        .column("policy", Row::policy)
        .column("threads", row -> "%d".formatted(row.threads()))
        .column("ns", row -> "%,.1f".formatted(row.nanos()))
        .column("ns of the twin", row -> "%,.1f".formatted(row.twin()))
        .column("ratio", row -> row.ratio().toString())
        .column("bytes", row -> "%.0f".formatted(row.bytes()))
        .column("bytes of the twin", row -> "%.0f".formatted(row.twinBytes()));
  }
}
