package cal.bench;

import cal.bench.experiment.Cell;
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
import java.util.Set;

/** What a call costs over the same by hand, by JMH, in JVMs that do nothing else. Stateless. */
final class MicroKind implements Kind {
  private static final String WHAT = "what";
  private static final int ITERATIONS = 4;

  @Override
  public String name() {
    return "micro";
  }

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    List<Contest> contests = new ArrayList<>();
    for (Parameters part : parameters.parts("contests", null)) {
      contests.add(Contest.of(part));
    }
    if (contests.isEmpty()) {
      throw parameters.mistake("contests", "there are no contests; write contests: [{name: ...}]");
    }
    Micro plan =
        new Micro(
            contests,
            parameters.whole("rounds", 5, 1, 100),
            parameters.seconds("seconds", 1),
            parameters.seconds("warmup", 1),
            scale == Scale.FULL);
    Duration moment = Duration.ofMillis(10);
    return scale == Scale.SMOKE
        ? new Micro(plan.contests().subList(0, 1), 1, moment, moment, false)
        : plan;
  }

  /**
   * Benchmarks that do the same. Immutable.
   *
   * @param in the class of all of them
   * @param baseline the one that the others are compared with
   */
  private record Contest(String name, String in, String baseline, List<String> others) {
    static Contest of(Parameters part) {
      Contest read =
          new Contest(
              part.text("name"),
              part.text("in"),
              part.text("baseline"),
              part.texts("others", List.of()));
      part.requireAllAsked(Set.of());
      return read;
    }
  }

  /** One JVM of a benchmark. Immutable. */
  private record Seen(double nanos, double bytes) {
    static Seen of(JsonNode result) {
      return new Seen(result.at("/primaryMetric/score").asDouble(), Jmh.bytesPerCall(result));
    }
  }

  /** The cases: each contest. */
  private record Micro(
      List<Contest> contests, int rounds, Duration measured, Duration warmUp, boolean twice)
      implements Plan {
    @Override
    public List<Map<String, String>> cases() {
      return contests.stream().map(contest -> Map.of(WHAT, contest.name())).toList();
    }

    private Contest contest(Map<String, String> labels) {
      return contests.stream()
          .filter(contest -> contest.name().equals(labels.get(WHAT)))
          .findFirst()
          .orElseThrow();
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      int benchmarks = contest(labels).others().size() + 1;
      return start(benchmarks).plus(twice ? start(1) : Duration.ZERO).multipliedBy(rounds);
    }

    /** Of one run of JMH, which is a JVM of its own. */
    private Duration start(int benchmarks) {
      return measured.plus(warmUp).plusMillis(800).multipliedBy(benchmarks).plusMillis(500);
    }

    @Override
    public List<Figure> figures() {
      return List.of(
          new Figure("ns", "ns", "nanoseconds a call", 1, Best.NONE),
          new Figure("bytes", "bytes", "bytes a call", 0, Best.NONE),
          new Figure(
              "time_ratio", "ratio", "time of a call of the baseline over its", 3, Best.NONE));
    }

    @Override
    public String method() {
      return """
      JMH, nanoseconds and bytes a call, JFR off, all threads on one core; medians of %d rounds of \
      %s s in turns, a JVM each; the ratio is the time of the baseline, which stands first, over \
      that of the benchmark. `captured` is a spawned call under a model that runs it at once, \
      `handWritten` an `execute` of the same on an executor that runs it at once; \
      `handedOffInPlace` is a hand-off to a stage without a model of its own, `direct` the same \
      call, not captured. `toPool`, `toVirtualThread` and `toLoop` are a hand-off to a stage under \
      `executor-pool` with one thread, `virtual`, and `reactive`, there and back: the caller waits \
      for the answer; by hand it submits the same to a pool of one thread, starts a virtual thread, \
      or wakes a thread up from its selector, and waits for a future. An echo is 64 bytes to a \
      server of the same JVM over loopback and back, the same blocking client each time: \
      `echoReactive` reads and writes by the streams of a socket that was accepted under \
      `reactive`, `echoOnVirtualThread` by those of the JDK on a virtual thread, `echoOnSelector` \
      by a channel and a selector by hand; client and kernel are in each.\
      """
          .formatted(rounds, measured.toMillis() / 1000.0);
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      Contest contest = contest(labels);
      List<String> names = new ArrayList<>(List.of(contest.baseline()));
      names.addAll(contest.others());
      Map<String, List<Seen>> seen = new LinkedHashMap<>();
      List<Seen> again = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        listener.now("round %d of %d".formatted(round + 1, rounds));
        run(contest.in(), names)
            .forEach((name, one) -> seen.computeIfAbsent(name, n -> new ArrayList<>()).add(one));
        if (twice) {
          again.addAll(run(contest.in(), List.of(contest.baseline())).values());
        }
      }
      List<Seen> baseline = seen.get(contest.baseline());
      List<Row> rows = new ArrayList<>();
      rows.add(new Row(contest.baseline(), figures(baseline)));
      if (twice) {
        rows.add(row(contest.baseline(), true, again, baseline));
      }
      contest.others().forEach(name -> rows.add(row(name, false, seen.get(name), baseline)));
      return new Cell(labels, rows, List.of());
    }

    private static Row row(String name, boolean again, List<Seen> seen, List<Seen> baseline) {
      List<double[]> forks = new ArrayList<>(); // each round has JVMs of its own
      for (int i = 0; i < seen.size(); i++) {
        forks.add(new double[] {baseline.get(i).nanos() / seen.get(i).nanos()});
      }
      Map<String, Ratio> ratios = Map.of("time_ratio", Ratio.ofForks(forks));
      return new Row(name, again, figures(seen), ratios, Map.of());
    }

    private static Map<String, Double> figures(List<Seen> seen) {
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put("ns", Duel.median(seen, Seen::nanos));
      figures.put("bytes", Duel.median(seen, Seen::bytes));
      return figures;
    }

    /** Benchmarks of a class, a JVM each, by their names. */
    private Map<String, Seen> run(String in, List<String> benchmarks)
        throws IOException, InterruptedException {
      String each = "cal.bench.micro.%s.(%s)$".formatted(in, String.join("|", benchmarks));
      List<String> arguments = new ArrayList<>(List.of(each, "-f", "1"));
      arguments.addAll(
          List.of("-i", "" + ITERATIONS, "-r", Jmh.millis(measured.dividedBy(ITERATIONS))));
      arguments.addAll(
          List.of("-wi", "" + ITERATIONS, "-w", Jmh.millis(warmUp.dividedBy(ITERATIONS))));
      Map<String, Seen> seen = new LinkedHashMap<>();
      for (JsonNode one :
          Jmh.run(Cores.serversIfPinned(1), List.of("-Dcal.model=inline"), arguments)) {
        seen.put(Jmh.name(one), Seen.of(one));
      }
      if (!seen.keySet().containsAll(benchmarks)) {
        throw new Failure(2, "%s has no %s".formatted(in, String.join(" or ", benchmarks)));
      }
      return seen;
    }
  }
}
