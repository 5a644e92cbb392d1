package cal.bench;

import cal.bench.experiment.Ratio;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What connections cost that do nothing. Not thread-safe. */
@Command(
    name = "idle",
    mixinStandardHelpOptions = true,
    description = {
      "What idle connections cost: memory of each, and CPU time of the active ones among them.",
      "Two JVMs a server, both with the active connections; one gets the idle ones as well.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal bench idle --connections 10000 --active 100 --models reactive,virtual,thread",
      "  ./cal bench idle --connections 1000 --active 10 --models nio,netty-epoll --rounds 5",
      "",
      "Exit status: 0 if every connection was served, 1 if not."
    })
final class IdleExperiment implements Callable<Integer> {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  /** Long enough for each of so many connections to get an answer: 10,000 need 2 s. */
  private static final Duration EVERYBODY = Duration.ofSeconds(1);

  private static final Duration EVERYBODY_MORE = Duration.ofNanos(100_000);

  /** So that a collection gives memory back that it has freed. */
  private static final String[] SMALL_HEAP = {
    "-Xms16m", "-Xmn8m", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10"
  };

  @Spec private CommandSpec spec;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "10000",
      description = "in all; default: ${DEFAULT-VALUE}")
  private int connections;

  @Option(
      names = "--active",
      paramLabel = "N",
      defaultValue = "100",
      description = "of them, in a closed loop; default: ${DEFAULT-VALUE}")
  private int active;

  @Option(
      names = "--models",
      split = ",",
      paramLabel = "SERVER",
      defaultValue = "reactive,virtual,thread,nio",
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
      names = "--settle",
      paramLabel = "S",
      defaultValue = "6",
      description =
          "seconds between two looks at the memory, which has to stay; default: ${DEFAULT-VALUE}")
  private double settle;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "bench/results/idle",
      description = "where to write, without .md and .json; default: ${DEFAULT-VALUE}")
  private Path out;

  @Mixin private final TurnOptions turns = new TurnOptions();
  @Mixin private final ServersUnderTest servers = new ServersUnderTest();

  private final Progress progress = Progress.onStandardError();

  IdleExperiment() {
    servers.fallBackTo("256m", 1);
  }

  /** What one server has shown. Immutable. */
  record Row(
      @JsonProperty("server") String server,
      @JsonProperty("connections") int connections,
      @JsonProperty("served") int served,
      @JsonProperty("rss_bytes_active_only") long residentBefore,
      @JsonProperty("rss_bytes_with_idle") long residentAfter,
      @JsonProperty("heap_bytes_active_only") long heapBefore,
      @JsonProperty("heap_bytes_with_idle") long heapAfter,
      @JsonProperty("rss_bytes_an_idle_connection") double residentEach,
      @JsonProperty("heap_bytes_an_idle_connection") double heapEach,
      @JsonProperty("threads_active_only") int threadsBefore,
      @JsonProperty("threads_with_idle") int threadsAfter,
      @JsonProperty("cpu_seconds_per_1000_answers_with_idle") double cpu,
      @JsonProperty("cpu_ratio_with_idle_over_without") Ratio ratio,
      @JsonProperty("cpu_ratio_itself") Ratio itself,
      @JsonProperty("errors") long errors) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    validate();
    servers.pin(progress);
    ExperimentReport<Row> report = report();
    boolean all = true;
    for (String model : models) {
      Row row = measure(model);
      report.add(row);
      all &= row.served() == connections;
      progress.milestone(
          "%s: %,d of %,d served, CPU %s".formatted(model, row.served(), connections, row.ratio()));
    }
    progress.clear();
    spec.commandLine().getOut().println(report.markdown());
    return all ? 0 : 1;
  }

  private void validate() {
    ServersUnderTest.workload(spec, "--service", service);
    ServersUnderTest.requireKnown(spec, "--models", models);
    Options.connections(spec, connections, 1);
    Options.loops(spec, loops);
    if (active < 1 || active >= connections) {
      throw Options.mistake(
          spec, "--active=" + active + " must be 1 or more, and less than --connections");
    }
    turns.validate(spec);
    ResultFiles.check(spec, out);
    Options.secondsOrNone(spec, "--settle", settle);
    servers.validate(spec);
  }

  private ExperimentReport<Row> report() {
    return new ExperimentReport<Row>(
            new ResultFiles(out),
            ResultFiles.machine(
                servers.place(),
                "servers' heap at most " + servers.heap() + ", loops " + loops,
                turns.areForTheRecord()),
            """
            # What idle connections cost

            %,d connections, of which %,d are active in a closed loop of %s; the others have had \
            answers, too, before they fell idle. As many have come, had answers and gone before, so \
            that what is measured is a server at work, not its start. Memory without garbage: the \
            live heap, and resident memory after full collections (jcmd GC.class_histogram, then \
            GC.run, until it stays) in a heap that shrinks to what lives and whose young generation \
            has a fixed size. Resident memory holds the heap and the threads' stacks, but not \
            what the kernel keeps for sockets and threads. The CPU ratio is CPU time for 1,000 answers \
            with the idle connections over that of a second JVM without them, the median of %d rounds \
            in turns, with its 95%% bootstrap interval; "itself" is the same before the idle ones came.
            """
                .formatted(connections, active, service, turns.rounds()))
        .column("server", Row::server)
        .column("served", row -> "%,d".formatted(row.served()))
        .column("RSS an idle connection", row -> kilobytes(row.residentEach()))
        .column("heap an idle connection", row -> kilobytes(row.heapEach()))
        .column("RSS before", row -> megabytes(row.residentBefore()))
        .column("RSS with", row -> megabytes(row.residentAfter()))
        .column("threads before", row -> "%,d".formatted(row.threadsBefore()))
        .column("threads with", row -> "%,d".formatted(row.threadsAfter()))
        .column("CPU s/1,000 with", row -> "%.4f".formatted(row.cpu()))
        .column("CPU ratio", row -> row.ratio().toString())
        .column("itself", row -> row.itself().toString())
        .column("errors", row -> "%d".formatted(row.errors()));
  }

  private static String kilobytes(double bytes) {
    return "%.1f KB".formatted(bytes / 1024);
  }

  private static String megabytes(long bytes) {
    return "%.1f MB".formatted(bytes / 1048576.0);
  }

  private Row measure(String model) throws IOException, InterruptedException {
    progress.now(model + ": starting");
    List<String> command = servers.command(model, service, loops, SMALL_HEAP);
    try (ServerProcess without = ServerProcess.start(command);
        ServerProcess with = ServerProcess.start(command);
        LoadSession alone = connect(without, active);
        LoadSession among = connect(with, active)) {
      Duel duel = new Duel(among, alone, turns.turn(spec));
      duel.warmUp(turns.warmUp(spec));
      progress.now(model + ": without idle connections");
      Ratio itself = Duel.ratio(duel.rounds(turns.rounds()), LoadResult::serverCpuSecondsPer1000);
      ProcessFigures figures = new ProcessFigures(with.pid());
      Duration everybody = EVERYBODY.plus(EVERYBODY_MORE.multipliedBy(connections));
      progress.now(model + ": as many come and go");
      try (LoadSession passing = connect(with, connections - active)) {
        passing.round(everybody, DRAIN);
      }
      Duration looks = Options.secondsOrNone(spec, "--settle", settle);
      ProcessFigures.Memory before = figures.settledMemory(looks);
      progress.now(model + ": connecting the idle ones");
      try (LoadSession idle = connect(with, connections - active)) {
        idle.round(everybody, DRAIN);
        ProcessFigures.Memory after = figures.settledMemory(looks);
        progress.now(model + ": with idle connections");
        List<Duel.Pair> pairs = duel.rounds(turns.rounds());
        LoadResult last = idle.round(everybody, DRAIN);
        int others = connections - active;
        return new Row(
            model,
            connections,
            last.clientsServed() + pairs.getLast().a().clientsServed(),
            before.resident(),
            after.resident(),
            before.heap(),
            after.heap(),
            (double) (after.resident() - before.resident()) / others,
            (double) (after.heap() - before.heap()) / others,
            before.threads(),
            after.threads(),
            Duel.median(pairs, pair -> pair.a().serverCpuSecondsPer1000()),
            Duel.ratio(pairs, LoadResult::serverCpuSecondsPer1000),
            itself,
            duel.errors() + last.errorCount());
      }
    }
  }

  private LoadSession connect(ServerProcess server, int clients)
      throws IOException, InterruptedException {
    Workload workload = ServersUnderTest.workload(spec, "--service", service);
    LoadSpec load = new LoadSpec(server.address(), workload, Sessions.LONG, clients);
    return LoadSession.open(load, OptionalLong.of(server.pid()));
  }
}
