package cal.bench;

import cal.bench.adopted.AdoptedServer;
import cal.bench.adopted.Crowd;
import cal.bench.adopted.Crowd.Turn;
import cal.bench.experiment.Ratio;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
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
      "  ./cal bench adopted                                    thirty minutes, for the record",
      "  ./cal bench adopted --quick --out mine                 three minutes",
      "  ./cal bench adopted --servers h2 --models virtual --out mine",
      "",
      "Exit status: 0 if the best model of each server reaches its goal in CPU time, 1 if not,",
      "or if a server has failed or answers no more."
    })
final class AdoptedExperiment implements Callable<Integer> {
  private static final String STOCK = "stock";
  private static final int WARM_UPS = 4;
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
      names = "--forks",
      paramLabel = "N",
      defaultValue = "3",
      description = "pairs of JVMs, which share the rounds; default: ${DEFAULT-VALUE}")
  private int forks;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "bench/results/adopted",
      description = "where to write, without .md and .json; default: ${DEFAULT-VALUE}")
  private Path out;

  @Mixin private final TurnOptions turns = new TurnOptions();
  @Mixin private final ServersUnderTest jvms = new ServersUnderTest();

  private final Progress progress = Progress.onStandardError();

  /**
   * One server under one model; null where it was not measured. {@code noisy}: the server differs
   * from itself by more than 5%. Immutable.
   */
  record Row(
      @JsonProperty("server") String server,
      @JsonProperty("connections") int connections,
      @JsonProperty("model") String model,
      @JsonProperty("answers_per_s") double rate,
      @JsonProperty("rate_ratio") Ratio rateRatio,
      @JsonProperty("cpu_us_per_answer") double cpuMicros,
      @JsonProperty("cpu_ratio") Ratio cpuRatio,
      @JsonProperty("goal") Double goal,
      @JsonProperty("noisy") boolean noisy,
      @JsonProperty("rss_bytes_per_idle_connection") Long resident) {}

  private record Pair(Turn model, Turn stock) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<AdoptedServer> kinds = servers.stream().map(this::kind).toList();
    ServersUnderTest.requireKnown(spec, "--models", models);
    if (idle < 0 || idle > 5_000) {
      throw Options.mistake(spec, "--idle=" + idle + " must be 0 to 5000");
    }
    turns.validate(spec);
    if (forks < 1 || forks > turns.rounds()) {
      throw Options.mistake(spec, "--forks=" + forks + " must be 1 to the number of rounds");
    }
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
        met &= measure(kind, classes.folder(), report);
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

  /** A row for each model, the server against itself first; whether the goal is reached. */
  private boolean measure(AdoptedServer kind, Path classes, ExperimentReport<Row> report)
      throws InterruptedException {
    boolean noisy = false;
    boolean met = kind.goal() == null;
    for (String model : Stream.concat(Stream.of(STOCK), models.stream()).toList()) {
      Row row = measure(kind, model, noisy, classes);
      noisy = row.noisy();
      met = met || (!model.equals(STOCK) && row.cpuRatio().meets(kind.goal()));
      report.add(row);
      progress.milestone(
          "%s, %s: %s%s"
              .formatted(kind.title(), model, row.cpuRatio(), noisy ? ", too noisy to say" : ""));
    }
    return met;
  }

  private Row measure(AdoptedServer kind, String model, boolean noisy, Path classes)
      throws InterruptedException {
    List<List<Pair>> pairs = new ArrayList<>();
    Long resident = null;
    try {
      for (int fork = 0; fork < forks; fork++) {
        progress.now("%s under %s, fork %d".formatted(kind.title(), model, fork + 1));
        pairs.add(duel(kind, model, classes, fork));
      }
      if (kind == AdoptedServer.NANOHTTPD && idle > 0) {
        resident = residentOfIdle(kind, model, classes);
      }
    } catch (TimeoutException | ExecutionException failed) {
      Throwable why = failed instanceof ExecutionException ? failed.getCause() : failed;
      throw new Failure(
          1,
          "%s under %s: %s; the rows before are in %s"
              .formatted(kind.title(), model, why.getMessage(), new ResultFiles(out).markdown()),
          failed);
    }
    List<Pair> all = pairs.stream().flatMap(List::stream).toList();
    Ratio rate = ratio(pairs, pair -> pair.model().rate() / pair.stock().rate());
    Ratio cpu = ratio(pairs, pair -> pair.stock().cpuMicros() / pair.model().cpuMicros());
    return new Row(
        kind.title(),
        kind.connections(),
        model,
        Duel.median(all, pair -> pair.model().rate()),
        rate,
        Duel.median(all, pair -> pair.model().cpuMicros()),
        cpu,
        kind.goal(),
        model.equals(STOCK) ? rate.isNoise() || cpu.isNoise() : noisy,
        resident);
  }

  /** The rounds of one pair of JVMs. */
  private List<Pair> duel(AdoptedServer kind, String model, Path classes, int fork)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<Pair> pairs = new ArrayList<>();
    try (ServerProcess a = ServerProcess.start(command(kind, model, classes));
        ServerProcess b = ServerProcess.start(command(kind, STOCK, classes));
        Crowd ofA = crowd(kind, a, kind.connections());
        Crowd ofB = crowd(kind, b, kind.connections())) {
      // In turns, too: what is compiled late is compiled in the other's time.
      for (int i = 0; i < WARM_UPS; i++) {
        ofA.turn(turns.warmUp(spec).dividedBy(WARM_UPS));
        ofB.turn(turns.warmUp(spec).dividedBy(WARM_UPS));
      }
      for (int i = fork; i < turns.rounds(); i += forks) {
        boolean first = pairs.size() % 2 == 0;
        Turn one = (first ? ofA : ofB).turn(turns.turn(spec));
        Turn two = (first ? ofB : ofA).turn(turns.turn(spec));
        pairs.add(first ? new Pair(one, two) : new Pair(two, one));
      }
    }
    return pairs;
  }

  private static Ratio ratio(List<List<Pair>> forks, ToDoubleFunction<Pair> of) {
    return Ratio.ofForks(
        forks.stream().map(pairs -> pairs.stream().mapToDouble(of).toArray()).toList());
  }

  private long residentOfIdle(AdoptedServer kind, String model, Path classes)
      throws InterruptedException, ExecutionException, TimeoutException {
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
      throws InterruptedException, ExecutionException, TimeoutException {
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

  /** Of each server whether it differs from itself, and whether no model reaches its goal. */
  private static List<String> remarks(List<Row> rows) {
    List<String> remarks = new ArrayList<>();
    for (String server : rows.stream().map(Row::server).distinct().toList()) {
      List<Row> own = rows.stream().filter(row -> row.server().equals(server)).toList();
      Row stock = own.getFirst();
      if (stock.noisy()) {
        remarks.add(
            "%s was too noisy to say: over itself answers/s %s, CPU %s"
                .formatted(server, stock.rateRatio(), stock.cpuRatio()));
      }
      own.stream()
          .skip(1)
          .max(Comparator.comparing(row -> row.cpuRatio().median()))
          .filter(best -> best.goal() != null)
          .filter(best -> own.stream().skip(1).noneMatch(r -> r.cpuRatio().meets(r.goal())))
          .ifPresent(
              best ->
                  remarks.add(
                      "%s missed its goal: CPU under %s, the best model, is %s, not %s"
                          .formatted(server, best.model(), best.cpuRatio(), best.goal())));
    }
    return remarks;
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
            where the model is better, the median of %d rounds over %d pairs of JVMs with its 95%% \
            bootstrap interval. "stock" is the server against itself; where that differs from 1 by \
            more than 5%%, its rows are marked noisy: the machine could not tell. Goals are for the \
            best model, in CPU time. NanoHTTPD answers 5 bytes on connections that are kept alive; \
            it writes head and body apart, which TCP without TCP_NODELAY holds back for 40 ms, so \
            that its answers a second are those of its clients under any model. H2 does two updates \
            and a commit in memory, MockFtpServer PWD. Memory is what each of %,d idle connections \
            adds to the resident size.
            """
                .formatted(turns.rounds(), forks, idle))
        .remarks(AdoptedExperiment::remarks)
        .column("server", row -> row.server() + ", " + row.connections() + " connections")
        .column("model", row -> row.model() + (row.noisy() ? " (noisy)" : ""))
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
