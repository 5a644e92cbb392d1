package cal.bench;

import cal.bench.adopted.AdoptedServer;
import cal.bench.adopted.Crowd;
import cal.bench.adopted.Crowd.Turn;
import cal.bench.experiment.Ratio;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Servers that nobody here wrote, adopted, against themselves as they come. Not thread-safe. */
@Command(
    name = "adopted",
    mixinStandardHelpOptions = true,
    description = {
      "Servers from Maven Central, their threads adopted by the agent under each model, against"
          + " the",
      "same server without the agent: two JVMs in turns, both loaded by clients in a closed loop.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal bench adopted                                    half an hour",
      "  ./cal bench adopted --servers h2 --models virtual --rounds 5 --out mine",
      "",
      "Exit status: 0 if the best model of each server reaches its goal in CPU time, 1 if not."
    })
final class AdoptedExperiment implements Callable<Integer> {
  private static final String STOCK = "stock";
  private static final Duration SETTLE = Duration.ofSeconds(2);

  @Spec private CommandSpec spec;

  @Option(
      names = "--servers",
      split = ",",
      paramLabel = "SERVER",
      defaultValue = "nanohttpd,h2,mockftpserver",
      description = "separated by commas; default: ${DEFAULT-VALUE}")
  private List<String> servers;

  @Option(
      names = "--models",
      split = ",",
      paramLabel = "MODEL",
      defaultValue = "thread-pool,virtual,reactive,reactive-pool",
      description = "separated by commas; default: ${DEFAULT-VALUE}")
  private List<String> models;

  @Option(
      names = "--idle",
      paramLabel = "N",
      defaultValue = "2000",
      description =
          "connections whose memory is measured, on NanoHTTPD; 0 for none;"
              + " default: ${DEFAULT-VALUE}")
  private int idle;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "bench/results/adopted",
      description = "where to write, without .md and .json; default: ${DEFAULT-VALUE}")
  private Path out;

  @Mixin private final TurnOptions turns = new TurnOptions();
  @Mixin private final ServersUnderTest jvms = new ServersUnderTest();

  private final Progress progress = Progress.onStandardError();

  /** One server under one model; null where it was not measured. Immutable. */
  record Row(
      @JsonProperty("server") String server,
      @JsonProperty("connections") int connections,
      @JsonProperty("model") String model,
      @JsonProperty("answers_per_s") double rate,
      @JsonProperty("rate_ratio") Ratio rateRatio,
      @JsonProperty("cpu_us_per_answer") double cpuMicros,
      @JsonProperty("cpu_ratio") Ratio cpuRatio,
      @JsonProperty("goal") Double goal,
      @JsonProperty("rss_bytes_per_idle_connection") Long resident) {}

  private record Pair(Turn model, Turn stock) {}

  @Override
  public Integer call() throws IOException, InterruptedException, ExecutionException, SQLException {
    List<AdoptedServer> kinds = servers.stream().map(this::kind).toList();
    ServersUnderTest.requireKnown(spec, "--models", models);
    if (idle < 0 || idle > 5_000) {
      throw Options.mistake(spec, "--idle=" + idle + " must be 0 to 5000");
    }
    turns.validate(spec);
    ResultFiles.check(spec, out);
    jvms.validate(spec);
    for (Path needed : List.of(agent(), jars())) {
      if (!Files.exists(needed)) {
        throw Options.mistake(spec, needed + " is not built; run mvn package");
      }
    }
    jvms.pin(progress);
    ExperimentReport<Row> report = report();
    boolean met = true;
    try (Scratch classes = Scratch.make()) {
      for (AdoptedServer kind : kinds) {
        double best = 0;
        for (String model : Stream.concat(Stream.of(STOCK), models.stream()).toList()) {
          Row row = measure(kind, model, classes.folder());
          best = model.equals(STOCK) ? best : Math.max(best, row.cpuRatio().median());
          report.add(row);
          progress.milestone("%s, %s: %s".formatted(kind.title(), model, row.cpuRatio()));
        }
        met &= kind.goal() == null || best >= kind.goal();
      }
    }
    progress.clear();
    spec.commandLine().getOut().println(report.markdown());
    return met ? 0 : 1;
  }

  private AdoptedServer kind(String name) {
    return Stream.of(AdoptedServer.values())
        .filter(one -> one.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                Options.mistake(
                    spec, "--servers=" + name + " is none of nanohttpd, h2, mockftpserver"));
  }

  private Row measure(AdoptedServer kind, String model, Path classes)
      throws IOException, InterruptedException, ExecutionException, SQLException {
    List<Pair> pairs = new ArrayList<>();
    progress.now(kind.title() + " under " + model);
    try (ServerProcess a = ServerProcess.start(command(kind, model, classes));
        ServerProcess b = ServerProcess.start(command(kind, STOCK, classes));
        Crowd ofA = crowd(kind, a, kind.connections());
        Crowd ofB = crowd(kind, b, kind.connections())) {
      ofA.turn(turns.warmUp(spec));
      ofB.turn(turns.warmUp(spec));
      for (int i = 0; i < turns.rounds(); i++) {
        boolean first = i % 2 == 0;
        Turn one = (first ? ofA : ofB).turn(turns.turn(spec));
        Turn two = (first ? ofB : ofA).turn(turns.turn(spec));
        pairs.add(first ? new Pair(one, two) : new Pair(two, one));
      }
    }
    return new Row(
        kind.title(),
        kind.connections(),
        model,
        Duel.median(pairs, pair -> pair.model().rate()),
        ratio(pairs, pair -> pair.model().rate() / pair.stock().rate()),
        Duel.median(pairs, pair -> pair.model().cpuMicros()),
        ratio(pairs, pair -> pair.stock().cpuMicros() / pair.model().cpuMicros()),
        kind.goal(),
        kind == AdoptedServer.NANOHTTPD && idle > 0 ? residentOfIdle(kind, model, classes) : null);
  }

  private static Ratio ratio(List<Pair> pairs, ToDoubleFunction<Pair> of) {
    return Ratio.of(pairs.stream().mapToDouble(of).toArray());
  }

  private long residentOfIdle(AdoptedServer kind, String model, Path classes)
      throws IOException, InterruptedException, ExecutionException, SQLException {
    try (ServerProcess server = ServerProcess.start(command(kind, model, classes));
        Crowd active = crowd(kind, server, kind.connections())) {
      active.turn(turns.turn(spec));
      ProcessFigures figures = new ProcessFigures(server.pid());
      long before = figures.settledMemory(SETTLE).resident();
      try (Crowd others = crowd(kind, server, idle)) {
        others.turn(Duration.ofMillis(1));
        return (figures.settledMemory(SETTLE).resident() - before) / idle;
      }
    }
  }

  private Crowd crowd(AdoptedServer kind, ServerProcess server, int connections)
      throws IOException, SQLException {
    return new Crowd(kind, jars(), server.address(), server.pid(), connections);
  }

  private List<String> command(AdoptedServer kind, String model, Path classes) {
    List<String> options = new ArrayList<>();
    if (!model.equals(STOCK)) {
      options.addAll(kind.adopted(agent(), model));
      // A thread holds its carrier for as long as its connection lives.
      int carriers = kind.connections() + idle + 16;
      for (String pool : List.of("thread-pool", "executor-pool", "jcsp-pool")) {
        if (model.equals(pool)) {
          options.add("-Dcal." + pool + ".size=" + carriers);
        }
      }
    }
    options.addAll(kind.main(jars(), classes));
    return jvms.command(options);
  }

  private static Path agent() {
    return House.root().resolve("cal-agent/target/cal.jar");
  }

  private static Path jars() {
    return House.root().resolve("bench/target/adopted");
  }

  private ExperimentReport<Row> report() {
    return new ExperimentReport<Row>(
            new ResultFiles(out),
            ResultFiles.machine(
                jvms.place(), "servers' heap " + jvms.heap(), turns.areForTheRecord()),
            """
            # Servers that nobody here wrote, adopted

            Each server under each model against the same server as it comes, two JVMs in turns: \
            answers a second, and CPU time of the server's process an answer, both as ratios above 1 \
            where the model is better, the median of %d rounds with its 95%% bootstrap interval. \
            "stock" is the server against itself: as far as that is from 1, so uncertain is the \
            rest. Goals are for the best model, in CPU time. NanoHTTPD answers 5 bytes on \
            connections that are kept alive, H2 two updates and a commit in memory, MockFtpServer \
            PWD. Memory is what each of %,d idle connections adds to the resident size.
            """
                .formatted(turns.rounds(), idle))
        .column("server", row -> row.server() + ", " + row.connections() + " connections")
        .column("model", Row::model)
        .column("answers/s", row -> "%,.0f".formatted(row.rate()))
        .column("answers/s ratio", row -> row.rateRatio().toString())
        .column("CPU us/answer", row -> "%.1f".formatted(row.cpuMicros()))
        .column("CPU ratio", row -> row.cpuRatio().toString())
        .column("goal", row -> row.goal() == null ? "" : row.goal().toString())
        .column(
            "idle connection",
            row -> row.resident() == null ? "" : "%.1f KB".formatted(row.resident() / 1024.0));
  }
}
