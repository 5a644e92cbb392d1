package cal.bench.kind;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Ratio;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.process.ProcessFigures;
import cal.bench.server.Jvms;
import cal.bench.server.ServerProcess;
import cal.bench.tournament.Duel;
import cal.bench.tournament.EachServer;
import cal.bench.tournament.Schedule;
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
    EachServer each = EachServer.of(parameters, scale, "256m", 1).withFlags(Jvms.SMALL_HEAP);
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
      return each.schedule().estimate(2, 2).plus(everybody(labels).multipliedBy(3)).plus(looks);
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
          cpu_ratio                    | CPU with / without         | CPU time with them over without        | 3 | none
          cpu_ratio_itself             | without / without          | the same before they came              | 3 | none
          """);
    }

    @Override
    public String method() {
      return """
      %d connections are active in a closed loop of %s; the idle ones have had answers, too, \
      before they fell idle. As many have come, had answers and gone before, so that what is \
      measured is a server at work, not its start. Memory is without garbage: the live heap, and \
      resident memory after full collections (jcmd GC.class_histogram, then GC.run, until it \
      stays) in a heap that shrinks to what lives and whose young generation has a fixed size. \
      Resident memory holds the heap and the threads' stacks, but not what the kernel keeps for \
      sockets and threads. Memory a connection is told from %,d idle ones on: with fewer, what \
      memory differs from one look to the next is more than what they take. The CPU ratio is CPU time for 1,000 answers with the idle connections \
      over that of a second JVM without them; %s.\
      """
          .formatted(active, each.service(), ENOUGH, each.text());
    }

    private static Duration everybody(Map<String, String> labels) {
      return EVERYBODY.plus(EVERYBODY_MORE.multipliedBy(Integer.parseInt(labels.get(IDLE))));
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      int others = Integer.parseInt(labels.get(IDLE));
      Schedule schedule = each.schedule();
      try (ServerProcess without = each.start(labels);
          ServerProcess with = each.start(labels);
          LoadSession alone = each.connect(without, active);
          LoadSession among = each.connect(with, active)) {
        Duel duel = new Duel(among, alone, schedule.slot());
        duel.warmUp(with, without, schedule.warmUp());
        listener.now("without idle connections");
        Ratio itself =
            Duel.ratio(duel.rounds(schedule.rounds()), LoadResult::serverCpuSecondsPer1000);
        listener.now("as many come and go");
        try (LoadSession passing = each.connect(with, others)) {
          passing.round(everybody(labels), DRAIN);
        }
        ProcessFigures figures = new ProcessFigures(with.pid());
        ProcessFigures.Memory before = memory(figures);
        listener.now("connecting the idle ones");
        try (LoadSession sleepers = each.connect(with, others)) {
          sleepers.round(everybody(labels), DRAIN);
          ProcessFigures.Memory after = memory(figures);
          listener.now("with idle connections");
          List<Duel.Pair> pairs = duel.rounds(schedule.rounds());
          LoadResult last = sleepers.round(everybody(labels), DRAIN);
          Map<String, Double> row = new LinkedHashMap<>();
          row.put("served", (double) last.clientsServed() + pairs.getLast().a().clientsServed());
          row.putAll(memoryFigures(before, after, others));
          row.put(
              "cpu_seconds_per_1000_answers",
              Ratio.median(pairs, pair -> pair.a().serverCpuSecondsPer1000()));
          Map<String, Ratio> ratios = new LinkedHashMap<>();
          ratios.put("cpu_ratio", Duel.ratio(pairs, LoadResult::serverCpuSecondsPer1000));
          ratios.put("cpu_ratio_itself", itself);
          long errors = duel.errors() + last.errorCount();
          return new Cell(
              labels,
              List.of(
                  new Row(
                      each.server(labels).name(),
                      false,
                      row,
                      ratios,
                      errors == 0 ? Map.of() : Map.of("all", errors))),
              Duel.noise("CPU ratio", itself));
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
