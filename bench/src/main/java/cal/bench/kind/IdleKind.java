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
import cal.bench.tournament.EachServer;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.Slot;
import cal.bench.tournament.SlotFigures;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.result.LoadResult;
import cal.cli.process.ProcessFigures;
import cal.cli.server.ServerProcess;
import cal.cli.server.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
      Pairs before = new Pairs();
      Pairs with = new Pairs();
      List<Map<String, Double>> jvms = new ArrayList<>();
      for (int jvm = 1; jvm <= each.schedule().jvms(); jvm++) {
        jvms.add(measure(jvm, labels, before, with, listener));
      }
      String name = each.server(labels).name();
      long errors = before.errors + with.errors;
      Map<String, Long> all = errors == 0 ? Map.of() : Map.of("all", errors);
      return new Cell(
          labels,
          List.of(
              new Row(name, true, Map.of(), before.indices(), Map.of()),
              new Row(name, false, Median.ofEach(jvms), with.indices(), all).ofJvms(jvms)),
          List.of());
    }

    /** One JVM with idle connections, and one without. */
    private Map<String, Double> measure(
        int jvm, Map<String, String> labels, Pairs before, Pairs with, Listener listener)
        throws IOException, InterruptedException {
      int others = Integer.parseInt(labels.get(IDLE));
      try (ServerProcess alone = each.startPatient(labels);
          ServerProcess server = each.startPatient(labels);
          LoadSession ofAlone = each.connect(alone, active);
          LoadSession ofServer = each.connect(server, active)) {
        before.warmUp(server, ofServer, each.schedule().warmUp());
        before.warmUp(alone, ofAlone, each.schedule().warmUp());
        listener.now("without idle connections");
        before.play(jvm, ofServer, ofAlone, each.schedule());
        listener.now("as many come and go");
        try (LoadSession passing = each.connect(server, others)) {
          passing.round(everybody(labels), DRAIN);
        }
        ProcessFigures process = new ProcessFigures(server.pid());
        ProcessFigures.Memory first = memory(process);
        listener.now("connecting the idle ones");
        try (LoadSession sleepers = each.connect(server, others)) {
          sleepers.round(everybody(labels), DRAIN);
          ProcessFigures.Memory then = memory(process);
          listener.now("with idle connections");
          List<Slot> own = with.play(jvm, ofServer, ofAlone, each.schedule());
          LoadResult last = with.count(sleepers.round(everybody(labels), DRAIN));
          Map<String, Double> figures = new LinkedHashMap<>();
          figures.put(
              "served", (double) last.clientsServed() + own.getLast().result().clientsServed());
          figures.putAll(memoryFigures(first, then, others));
          figures.put(SlotFigures.CPU, Median.of(own, Slot::cpu));
          figures.put("p99_ms_without", Median.of(with.without(jvm), Slot::p99));
          figures.put("p99_ms_with", Median.of(own, Slot::p99));
          return figures;
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

  /** Slots of a server with idle connections and of another without, in turns, in all JVMs. */
  private static final class Pairs {
    private final List<Slot> with = new ArrayList<>();
    private final List<Slot> without = new ArrayList<>();
    private long errors;

    void warmUp(ServerProcess server, LoadSession clients, Duration most)
        throws InterruptedException {
      WarmUp.of(server, most, time -> count(clients.round(time, DRAIN)));
    }

    /** Returns the slots of the first; who begins changes from round to round. */
    List<Slot> play(int jvm, LoadSession ofWith, LoadSession ofWithout, Schedule schedule)
        throws InterruptedException {
      for (int turn = 0; turn < 2 * schedule.rounds(); turn++) {
        boolean first = turn % 4 == 0 || turn % 4 == 3;
        LoadResult result = count((first ? ofWith : ofWithout).round(schedule.slot(), DRAIN));
        (first ? with : without).add(new Slot(jvm, result, null));
      }
      return of(jvm, with);
    }

    List<Slot> without(int jvm) {
      return of(jvm, without);
    }

    private static List<Slot> of(int jvm, List<Slot> slots) {
      return slots.stream().filter(slot -> slot.jvm() == jvm).toList();
    }

    LoadResult count(LoadResult result) {
      errors += result.errorCount();
      return result;
    }

    Map<String, Index> indices() {
      Map<String, Index> indices = new LinkedHashMap<>(SlotFigures.indices(with, without));
      Index p99 =
          Index.of(SlotFigures.eachJvm(with, Slot::p99), SlotFigures.eachJvm(without, Slot::p99));
      if (p99 != null) {
        indices.put("p99_index", p99);
      }
      return indices;
    }
  }
}
