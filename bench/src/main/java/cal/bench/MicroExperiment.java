package cal.bench;

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

/** What a captured call costs, by JMH. Not thread-safe. */
@Command(
    name = "micro",
    mixinStandardHelpOptions = true,
    description = {
      "What a captured call costs over a hand-written execute, in nanoseconds and bytes, by JMH,"
          + " in",
      "JVMs that do nothing else. Needs the test classes of the build.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal bench micro                                        five JVMs each: four minutes",
      "  ./cal bench micro --forks 1 --iterations 3 --out mine   to look"
    })
final class MicroExperiment implements Callable<Integer> {
  private static final int FORKS = 5;
  private static final int ITERATIONS = 10;
  private static final int WARM_UPS = 5;

  @Spec private CommandSpec spec;

  @Option(
      names = "--forks",
      paramLabel = "N",
      defaultValue = "" + FORKS,
      description = "fresh JVMs of each benchmark; default: ${DEFAULT-VALUE}")
  private int forks;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "" + ITERATIONS,
      description = "that are measured in each JVM; default: ${DEFAULT-VALUE}")
  private int iterations;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0.5",
      description = "of an iteration; default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      defaultValue = "5",
      description = "seconds in each JVM before; default: ${DEFAULT-VALUE}")
  private double warmUp;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "bench/results/jmh",
      description = "where to write, without .md and .json; default: ${DEFAULT-VALUE}")
  private Path out;

  private final Progress progress = Progress.onStandardError();

  /** What one benchmark has shown, a call. Immutable. */
  record Row(
      @JsonProperty("benchmark") String benchmark,
      @JsonProperty("ns") double nanos,
      @JsonProperty("ns_error_99_9") double error,
      @JsonProperty("bytes") double bytes,
      @JsonProperty("ns_by_fork") JsonNode raw) {

    /** Of a result as JMH writes it. */
    static Row of(JsonNode result) {
      JsonNode time = result.get("primaryMetric");
      return new Row(
          Jmh.name(result),
          time.get("score").asDouble(),
          time.get("scoreError").asDouble(),
          Jmh.bytesPerCall(result),
          time.get("rawData"));
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (forks < 1 || iterations < 1) {
      throw Options.mistake(
          spec, "--forks=" + forks + " --iterations=" + iterations + " must be 1 or more");
    }
    Duration iteration = Options.seconds(spec, "--seconds", seconds);
    Duration before = Options.seconds(spec, "--warmup", warmUp);
    ResultFiles.check(spec, out);
    boolean pinned = Cores.takeTheClients();
    progress.now("JMH: %d JVMs of each benchmark".formatted(forks));
    List<String> arguments = new ArrayList<>(List.of("cal.bench.micro.CaptureBenchmark"));
    arguments.addAll(List.of("-f", "" + forks, "-i", "" + iterations, "-r", Jmh.millis(iteration)));
    arguments.addAll(List.of("-wi", "" + WARM_UPS, "-w", Jmh.millis(before.dividedBy(WARM_UPS))));
    List<String> place = pinned ? Cores.servers(1) : List.of();
    ExperimentReport<Row> report = report(pinned);
    Jmh.run(place, List.of("-Dcal.model=inline"), arguments)
        .forEach(result -> report.add(Row.of(result)));
    progress.clear();
    spec.commandLine().getOut().println(report.markdown());
    return 0;
  }

  private ExperimentReport<Row> report(boolean pinned) {
    String settings = "%d JVMs, in each %d x %s s".formatted(forks, iterations, seconds);
    return new ExperimentReport<Row>(
            new ResultFiles(out),
            ResultFiles.machine(
                pinned ? "to core 0" : "no",
                settings,
                forks >= FORKS && iterations >= ITERATIONS && seconds >= 0.5 && warmUp >= WARM_UPS),
            """
            # What a captured call costs

            JMH, nanoseconds and bytes a call, all on one thread and JFR off. `captured` is a spawned \
            call under a model that runs it at once, `handWritten` an `execute` of the same on an \
            executor that runs it at once; `handedOffInPlace` is a hand-off to a stage without a model \
            of its own, `direct` the same call, not captured. The error is that of JMH, 99.9%.
            """)
        .column("benchmark", Row::benchmark)
        .column("ns", row -> "%.1f".formatted(row.nanos()))
        .column("error", row -> "%.1f".formatted(row.error()))
        .column("bytes", row -> "%.0f".formatted(row.bytes()));
  }
}
