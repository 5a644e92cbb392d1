package cal.bench.kind;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Index;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Median;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.server.Jvms;
import cal.bench.tournament.Duel;
import cal.bench.tournament.EachServer;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.SlotFigures;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.result.LoadResult;
import cal.cli.process.ProcessFigures;
import cal.cli.server.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The cost of connections that do nothing: two JVMs a server, both with the active connections; one
 * gets the idle ones as well. Stateless.
 */
final class IdleKind implements Kind {
  private static final String IDLE = "idle";
  private static final Duration DRAIN = Duration.ofSeconds(10);

  /** Long enough for each of so many connections to get an answer: 10,000 need 2 s. */
  private static final Duration EVERYBODY = Duration.ofSeconds(1);

  private static final Duration EVERYBODY_MORE = Duration.ofNanos(100_000);

  /** Fewer connections take less than memory differs from one look to the next. */
  private static final int ENOUGH = 1000;

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    int young = parameters.whole("young", 8, 8, 48);
    EachServer each = EachServer.of(parameters, scale, "256m", 1).withFlags(Jvms.smallHeap(young));
    List<Integer> idle = parameters.wholes("idle", List.of(1000), 1, LoadSpec.MAX_CLIENTS);
    int active = parameters.whole("active", 10, 1, LoadSpec.MAX_CLIENTS);
    Duration settle = parameters.seconds("settle", 6);
    return scale == Scale.SMOKE
        ? new Idle(each, List.of(20), 2, Duration.ZERO)
        : new Idle(each, idle, active, settle);
  }

  /** The cases: each server, each number of idle connections. */
  private record Idle(EachServer each, List<Integer> idle, int active, Duration settle)
      implements Plan {
    @Override
    public List<Map<String, String>> cases() {
      List<Map<String, String>> cases = new ArrayList<>();
      for (int number : idle) {
        for (Map<String, String> labels : each.cases()) {
          labels.put(IDLE, String.valueOf(number));
          cases.add(labels);
        }
      }
      return cases;
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      Duration looks = settle.plusSeconds(1).multipliedBy(4);
      Duration once = everybody(labels).multipliedBy(3).plus(looks);
      return each.schedule().estimate(2, 2).plus(once.multipliedBy(each.schedule().jvms()));
    }

    @Override
    public long connections(Map<String, String> labels) {
      return Integer.parseInt(labels.get(IDLE)) + 2L * active;
    }

    @Override
    public List<Figure> figures() {
      return Figure.table(
          """
          served                       | served                     | connections that had an answer         | 0 | none
          rss_kb_an_idle_connection    | RSS KB an idle connection  | resident memory an idle connection, KB | 1 | low
          heap_kb_an_idle_connection   | heap KB an idle connection | heap an idle connection, KB            | 1 | low
          rss_mb_before                | RSS MB before              | resident memory before, MB             | 1 | low
          rss_mb_with_idle             | RSS MB with                | resident memory with them, MB          | 1 | low
          threads_before               | threads before             | threads before                         | 0 | none
          threads_with_idle            | threads with               | threads with them                      | 0 | none
          cpu_seconds_per_1000_answers | CPU s/1,000 with           | server CPU seconds for 1,000 answers   | 4 | low
          cpu_index                    | CPU index                  | CPU time of an answer, without = 100   | 1 | none
          p99_ms_without               | p99 ms without             | p99 without idle connections, ms       | 2 | low
          p99_ms_with                  | p99 ms with                | p99 with them, ms                      | 2 | low
          p99_index                    | p99 index                  | p99 with them, without = 100           | 1 | none
          """);
    }

    @Override
    public String heap() {
      return each.jvms().heap();
    }

    @Override
    public String method() {
      return """
      %d connections are active in a closed loop of %s. As many as the idle ones had come and gone \
      before, and the idle ones had answers before they fell idle. Memory is without garbage: the \
      live heap, and resident memory after full collections, with a young generation of fixed \
      size; the kernel's share is not in it. Memory a connection is told from %,d idle ones on. The \
      CPU index is the CPU time of an answer with the idle connections, where that of a second JVM \
      without them is 100; so is the p99 index of their latency. "Again" is the same before they \
      came; %s. Other figures are medians of the JVMs.\
      """
          .formatted(active, each.service(), ENOUGH, each.text());
    }

    private static Duration everybody(Map<String, String> labels) {
      return EVERYBODY.plus(EVERYBODY_MORE.multipliedBy(Integer.parseInt(labels.get(IDLE))));
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      List<Seen> seen = new ArrayList<>();
      for (int jvm = 1; jvm <= each.schedule().jvms(); jvm++) {
        seen.add(measureOnce(labels, listener));
      }
      List<Map<String, Double>> jvms = seen.stream().map(Seen::figures).toList();
      long errors = seen.stream().mapToLong(Seen::errors).sum();
      String name = each.server(labels).name();
      return new Cell(
          labels,
          List.of(
              new Row(name, true, Map.of(), index(seen, Seen::before), Map.of()),
              new Row(
                      name,
                      false,
                      Median.ofEach(jvms),
                      index(seen, Seen::with),
                      errors == 0 ? Map.of() : Map.of("all", errors))
                  .ofJvms(jvms)),
          List.of());
    }

    private static Map<String, Index> index(
        List<Seen> seen, Function<Seen, List<Duel.Pair>> pairs) {
      List<List<Duel.Pair>> jvms = seen.stream().map(pairs).toList();
      Map<String, Index> indices = new LinkedHashMap<>();
      indices.putAll(Duel.index(SlotFigures.CPU_INDEX, jvms, LoadResult::serverCpuSecondsPer1000));
      indices.putAll(Duel.index("p99_index", jvms, LoadResult::p99Millis));
      return indices;
    }

    /** One JVM with idle connections, and one without. Immutable. */
    private record Seen(
        List<Duel.Pair> before, List<Duel.Pair> with, Map<String, Double> figures, long errors) {}

    private Seen measureOnce(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      int others = Integer.parseInt(labels.get(IDLE));
      Schedule schedule = each.schedule();
      try (ServerProcess without = each.startPatient(labels);
          ServerProcess with = each.startPatient(labels);
          LoadSession alone = each.connect(without, active);
          LoadSession among = each.connect(with, active)) {
        Duel duel = new Duel(among, alone, schedule.slot());
        duel.warmUp(with, without, schedule.warmUp());
        listener.now("without idle connections");
        List<Duel.Pair> itself = duel.rounds(schedule.rounds());
        listener.now("as many come and go");
        try (LoadSession passing = each.connect(with, others)) {
          passing.round(everybody(labels), DRAIN);
        }
        ProcessFigures process = new ProcessFigures(with.pid());
        ProcessFigures.Memory before = memory(process);
        listener.now("connecting the idle ones");
        try (LoadSession sleepers = each.connect(with, others)) {
          sleepers.round(everybody(labels), DRAIN);
          ProcessFigures.Memory after = memory(process);
          listener.now("with idle connections");
          List<Duel.Pair> pairs = duel.rounds(schedule.rounds());
          LoadResult last = sleepers.round(everybody(labels), DRAIN);
          Map<String, Double> figures = new LinkedHashMap<>();
          figures.put(
              "served", (double) last.clientsServed() + pairs.getLast().a().clientsServed());
          figures.putAll(memoryFigures(before, after, others));
          figures.put(
              "cpu_seconds_per_1000_answers",
              Median.of(pairs, pair -> pair.a().serverCpuSecondsPer1000()));
          figures.put("p99_ms_without", Median.of(pairs, pair -> pair.b().p99Millis()));
          figures.put("p99_ms_with", Median.of(pairs, pair -> pair.a().p99Millis()));
          return new Seen(itself, pairs, figures, duel.errors() + last.errorCount());
        }
      }
    }

    private ProcessFigures.Memory memory(ProcessFigures figures) throws InterruptedException {
      return settle.isZero() ? figures.memory() : figures.settledMemory(settle);
    }
  }

  /** With so many idle connections, and before they came. */
  static Map<String, Double> memoryFigures(
      ProcessFigures.Memory before, ProcessFigures.Memory with, int idle) {
    Map<String, Double> figures = new LinkedHashMap<>();
    if (idle >= ENOUGH) {
      figures.put(
          "rss_kb_an_idle_connection", (with.resident() - before.resident()) / 1024.0 / idle);
      figures.put("heap_kb_an_idle_connection", (with.heap() - before.heap()) / 1024.0 / idle);
    }
    figures.put("rss_mb_before", before.resident() / 1048576.0);
    figures.put("rss_mb_with_idle", with.resident() / 1048576.0);
    figures.put("threads_before", (double) before.threads());
    figures.put("threads_with_idle", (double) with.threads());
    return figures;
  }
}
