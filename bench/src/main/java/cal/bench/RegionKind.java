package cal.bench;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Chart;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Ratio;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a critical region costs over a hand-written synchronized method, by JMH: alone on its guard,
 * and with others at the same one. Stateless.
 */
final class RegionKind implements Kind {
  private static final int ITERATIONS = 4;
  private static final String POLICY = "policy";
  private static final String THREADS = "threads";

  /** One thread, a kind of guard each. */
  private static final List<String> ALONE = List.of("uncontended", "ofClass", "ofField");

  @Override
  public String name() {
    return "regions";
  }

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    Regions plan =
        new Regions(
            parameters.texts("policies", List.of("monitor", "csp")),
            parameters.wholes(THREADS, List.of(2, 8, 64), 1, 1000),
            parameters.whole("rounds", TurnOptions.ROUNDS_FOR_THE_RECORD, 1, 1000),
            parameters.seconds("seconds", 1),
            parameters.seconds("warmup", 1),
            scale != Scale.SMOKE);
    Duration moment = Duration.ofMillis(20);
    return scale == Scale.SMOKE
        ? new Regions(plan.policies().subList(0, 1), List.of(), 1, moment, moment, false)
        : plan;
  }

  /** The cases: each region under each policy. */
  private record Regions(
      List<String> policies,
      List<Integer> threads,
      int rounds,
      Duration measured,
      Duration warmUp,
      boolean all)
      implements Plan {
    /** A region and its twin in JVMs of their own, one after the other. Immutable. */
    private record Pair(JsonNode region, JsonNode twin) {
      double ratio() {
        return nanos(region) / nanos(twin);
      }
    }

    @Override
    public List<Map<String, String>> cases() {
      List<Map<String, String>> cases = new ArrayList<>();
      for (String policy : policies) {
        for (String region : all ? ALONE : ALONE.subList(0, 1)) {
          cases.add(labels(region, policy, 1));
        }
        threads.forEach(number -> cases.add(labels("contended", policy, number)));
      }
      return cases;
    }

    private static Map<String, String> labels(String region, String policy, int number) {
      Map<String, String> labels = new LinkedHashMap<>();
      labels.put(Chart.SERVER, region);
      labels.put(POLICY, policy);
      labels.put(THREADS, String.valueOf(number));
      return labels;
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      return measured.plus(warmUp).plusMillis(1300).multipliedBy(2L * rounds);
    }

    @Override
    public List<Figure> figures() {
      return List.of(
          new Figure("ns", "ns", "nanoseconds a call", 1, Best.NONE),
          new Figure("ns_twin", "ns of the twin", "nanoseconds a call of the twin", 1, Best.NONE),
          new Figure("time_ratio", "time ratio", "time of a call over the twin's", 2, Best.NONE),
          new Figure("bytes", "bytes", "bytes a call", 0, Best.NONE),
          new Figure("bytes_twin", "bytes of the twin", "bytes a call of the twin", 0, Best.NONE));
    }

    @Override
    public String method() {
      return """
      A method that adds one to a count, as a critical region and with `synchronized` written by \
      hand, in turns and in JVMs of their own, %d rounds of %s s: the time of a call over that of \
      the twin; below 1 the region is the faster one. `uncontended` is guarded by its object, \
      `ofClass` by its class, `ofField` by a field; `contended` is one object for all threads, \
      which do nothing else: the time is what passes between two of their calls.\
      """
          .formatted(rounds, measured.toMillis() / 1000.0);
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      String region = labels.get(Chart.SERVER);
      List<Pair> pairs = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        listener.now("round %d of %d".formatted(round + 1, rounds));
        boolean first = round % 2 == 0;
        JsonNode one = run(first ? region : region + "Twin", labels);
        JsonNode two = run(first ? region + "Twin" : region, labels);
        pairs.add(first ? new Pair(one, two) : new Pair(two, one));
      }
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put("ns", Duel.median(pairs, pair -> nanos(pair.region())));
      figures.put("ns_twin", Duel.median(pairs, pair -> nanos(pair.twin())));
      figures.put("bytes", Duel.median(pairs, pair -> Jmh.bytesPerCall(pair.region())));
      figures.put("bytes_twin", Duel.median(pairs, pair -> Jmh.bytesPerCall(pair.twin())));
      // Each round has JVMs of its own.
      Ratio ratio = Ratio.ofForks(pairs.stream().map(pair -> new double[] {pair.ratio()}).toList());
      Row row = new Row(region, false, figures, Map.of("time_ratio", ratio), Map.of());
      return new Cell(labels, List.of(row), List.of());
    }

    private JsonNode run(String benchmark, Map<String, String> labels)
        throws IOException, InterruptedException {
      String number = labels.get(THREADS);
      List<String> arguments = new ArrayList<>(List.of("-bm", "thrpt", "-tu", "us", "-f", "1"));
      arguments.addAll(
          List.of("-i", "" + ITERATIONS, "-r", Jmh.millis(measured.dividedBy(ITERATIONS))));
      arguments.addAll(
          List.of("-wi", "" + ITERATIONS, "-w", Jmh.millis(warmUp.dividedBy(ITERATIONS))));
      arguments.addAll(List.of("-t", number, "cal.bench.micro.RegionBenchmark." + benchmark + "$"));
      List<String> place = Cores.serversIfPinned(number.equals("1") ? 1 : 2);
      return Jmh.run(place, List.of("-Dcal.synchronization=" + labels.get(POLICY)), arguments)
          .getFirst();
    }

    /** From the calls of all threads a microsecond: the mean of a call says nothing of monitors. */
    private static double nanos(JsonNode result) {
      return 1_000 / result.at("/primaryMetric/score").asDouble();
    }
  }
}
