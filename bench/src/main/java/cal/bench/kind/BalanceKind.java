package cal.bench.kind;

import cal.bench.Failure;
import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Median;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.load.Fairness;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.load.Summary;
import cal.bench.process.ProcessFigures;
import cal.bench.rough.LongStep;
import cal.bench.server.NamedServer;
import cal.bench.server.ServerProcess;
import cal.bench.server.WarmUp;
import cal.bench.tournament.EachServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * How evenly event loops share work that is all CPU, and how long a short request waits whose loop
 * is busy with a long step while another loop has nothing to do. Stateless.
 */
final class BalanceKind implements Kind {
  private static final Duration DRAIN = Duration.ofSeconds(10);

  /** How the threads are named that run activities. */
  private static final Map<String, String> LOOPS =
      Map.of(
          "reactive-pool", "cal-reactive-pool-loop-",
          "reactive", "cal-reactive-loop-",
          "virtual", "ForkJoinPool-1-worker-",
          "nio", "nio-loop-",
          "netty-nio", "netty-loop-",
          "netty-epoll", "netty-loop-");

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    EachServer each = EachServer.of(parameters, scale, "512m", 2);
    for (NamedServer server : each.servers()) {
      if (!LOOPS.containsKey(server.runs())) {
        throw parameters.mistake(
            "servers",
            server.runs()
                + " has no threads that are known; there are "
                + new TreeMap<>(LOOPS).keySet());
      }
    }
    int clients = parameters.whole("clients", 100, 1, LoadSpec.MAX_CLIENTS);
    int others = parameters.whole("others", 8, 1, 1000);
    return scale == Scale.SMOKE ? new Balance(each, 2, 2) : new Balance(each, clients, others);
  }

  /** The cases: each server. */
  private record Balance(EachServer each, int clients, int others) implements Plan {
    @Override
    public List<Map<String, String>> cases() {
      return each.cases();
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      return each.schedule()
          .estimate(1, 1)
          .plusMillis(300L * each.schedule().jvms() * each.schedule().rounds());
    }

    @Override
    public List<Figure> figures() {
      return Figure.table(
          """
          busiest_loop_percent         | busiest loop % | CPU share of the busiest loop, %        | 1 | low
          loops_seen                   | loops          | loops                                   | 0 | none
          cpu_seconds_per_1000_answers | CPU s/1,000    | server CPU seconds for 1,000 answers    | 4 | low
          answers_per_second           | answers/s      | right answers a second                  | 0 | high
          fairness                     | fairness       | fairness, 1 if all clients got the same | 3 | high
          long_step_ms                 | long step ms   | a long step, ms                         | 1 | none
          short_p50_ms                 | short p50 ms   | short requests beside it, p50 ms        | 1 | low
          short_p90_ms                 | short p90 ms   | short requests beside it, p90 ms        | 1 | low
          short_max_ms                 | short max ms   | short requests beside it, max ms        | 1 | low
          """);
    }

    @Override
    public String heap() {
      return each.jvms().heap();
    }

    @Override
    public String method() {
      return """
      %,d clients ask for factors in a closed loop, for %s. The share of a loop is its thread's CPU \
      time over that of all loops, within the slots. Then, with nobody else there, one client asks \
      for what takes long, and %d others at once for what takes no time, as often as there were \
      rounds: what a short request waits for is at worst the long step. Fairness is (mean - \
      standard deviation) / mean of the answers a client. Figures are medians of the JVMs.\
      """
          .formatted(clients, each.text(), others);
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      List<Map<String, Double>> jvms = new ArrayList<>();
      for (int jvm = 1; jvm <= each.schedule().jvms(); jvm++) {
        jvms.add(measureOnce(labels, listener));
      }
      Row row = new Row(each.server(labels).name(), Median.ofEach(jvms));
      return new Cell(labels, List.of(row), List.of());
    }

    private Map<String, Double> measureOnce(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      String threads = LOOPS.get(each.server(labels).runs());
      try (ServerProcess server = each.start(labels)) {
        ProcessFigures process = new ProcessFigures(server.pid());
        List<LoadResult> results = new ArrayList<>();
        Map<String, Double> shares;
        long[] answers;
        try (LoadSession session = each.connect(server, clients)) {
          WarmUp.of(server, each.schedule().warmUp(), time -> session.round(time, DRAIN));
          Map<String, Long> before = process.cpuOfThreads(threads);
          for (int i = 0; i < each.schedule().rounds(); i++) {
            listener.now("round %d".formatted(i + 1));
            results.add(session.round(each.schedule().slot(), DRAIN));
          }
          shares = between(before, process.cpuOfThreads(threads));
          answers = session.answersByClient();
        }
        boolean none = LongStream.of(answers).sum() == 0;
        if (none || results.stream().anyMatch(LoadResult::isWrong)) {
          throw new Failure(1, "a server does not do its work:\n" + Summary.of(results.getLast()));
        }
        listener.now("long steps");
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("busiest_loop_percent", most(shares) * 100);
        figures.put("loops_seen", (double) shares.size());
        figures.put(
            "cpu_seconds_per_1000_answers",
            Median.of(results, LoadResult::serverCpuSecondsPer1000));
        figures.put("answers_per_second", Median.of(results, LoadResult::answersPerSecond));
        figures.put("fairness", Fairness.of(answers));
        figures.putAll(longSteps(server));
        return figures;
      }
    }

    private static double most(Map<String, Double> shares) {
      return shares.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    private Map<String, Double> longSteps(ServerProcess server)
        throws IOException, InterruptedException {
      List<Long> steps = new ArrayList<>();
      List<Long> waits = new ArrayList<>();
      try (LongStep asked = new LongStep(server.address(), others)) {
        for (int i = 0; i < each.schedule().rounds(); i++) {
          LongStep.Seen seen = asked.ask(i);
          steps.add(seen.step());
          waits.addAll(seen.others());
        }
      }
      return Map.of(
          "long_step_ms", at(steps, 0.5),
          "short_p50_ms", at(waits, 0.5),
          "short_p90_ms", at(waits, 0.9),
          "short_max_ms", at(waits, 1));
    }

    /** In milliseconds. */
    private static double at(List<Long> nanos, double share) {
      List<Long> sorted = nanos.stream().sorted().toList();
      int index = (int) Math.min(sorted.size() - 1, Math.floor(sorted.size() * share));
      return sorted.get(index) / 1e6;
    }
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
