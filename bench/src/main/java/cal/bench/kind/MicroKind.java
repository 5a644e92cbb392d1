package cal.bench.kind;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Index;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Median;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.process.Cores;
import cal.bench.tournament.Schedule;
import cal.cli.support.Failure;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The cost of a call over the same by hand, by JMH, in JVMs that do nothing else. Stateless. */
final class MicroKind implements Kind {
  private static final String WHAT = "what";
  private static final String INDEX = "time_index";
  private static final int ITERATIONS = 4;

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    List<Benchmarks> contests = new ArrayList<>();
    for (Parameters part : parameters.parts("contests", null)) {
      contests.add(Benchmarks.of(part));
    }
    if (contests.isEmpty()) {
      throw parameters.mistake("contests", "there are no contests; write contests: [{name: ...}]");
    }
    Micro plan =
        new Micro(
            contests,
            parameters.whole("rounds", Schedule.FOR_THE_RECORD, 1, 100),
            parameters.seconds("seconds", 1),
            parameters.seconds("warmup", 1),
            parameters.seconds("start", 0.8),
            scale == Scale.FULL,
            parameters.text("how", ""));
    Duration moment = Duration.ofMillis(10);
    return scale == Scale.SMOKE
        ? new Micro(plan.contests().subList(0, 1), 1, moment, moment, plan.start(), false, "")
        : plan;
  }

  /**
   * Benchmarks that do the same. Immutable.
   *
   * @param in the class of all of them
   * @param baseline the one that the others are compared with
   * @param threads that call at a time
   * @param settings of CAL
   */
  private record Benchmarks(
      String name,
      String in,
      String baseline,
      List<String> others,
      int threads,
      Map<String, String> settings) {
    static Benchmarks of(Parameters part) {
      Benchmarks read =
          new Benchmarks(
              part.text("name"),
              part.text("in"),
              part.text("baseline"),
              part.texts("others", List.of()),
              part.whole("threads", 1, 1, 1000),
              part.words("set"));
      part.requireAllAsked(Set.of());
      return read;
    }
  }

  /** One JVM of a benchmark. Immutable. */
  private record Seen(double nanos, double cpu, double bytes) {
    /** From the calls of all threads a microsecond: the mean of a call says nothing of monitors. */
    static Seen of(JsonNode result) {
      double nanos = 1_000 / result.at("/primaryMetric/score").asDouble();
      return new Seen(nanos, Jmh.cpuPerCall(result), Jmh.bytesPerCall(result));
    }
  }

  /**
   * The cases: each contest.
   *
   * @param start how long a JVM of a benchmark takes beside its measuring
   */
  private record Micro(
      List<Benchmarks> contests,
      int rounds,
      Duration measured,
      Duration warmUp,
      Duration start,
      boolean twice,
      String how)
      implements Plan {
    @Override
    public List<Map<String, String>> cases() {
      return contests.stream().map(contest -> Map.of(WHAT, contest.name())).toList();
    }

    private Benchmarks contest(Map<String, String> labels) {
      return contests.stream()
          .filter(contest -> contest.name().equals(labels.get(WHAT)))
          .findFirst()
          .orElseThrow();
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      int benchmarks = contest(labels).others().size() + 1;
      return run(benchmarks).plus(twice ? run(1) : Duration.ZERO).multipliedBy(rounds);
    }

    /** Of one run of JMH, which is a JVM of its own. */
    private Duration run(int benchmarks) {
      return measured.plus(warmUp).plus(start).multipliedBy(benchmarks).plusMillis(500);
    }

    @Override
    public List<Figure> figures() {
      return List.of(
          new Figure("ns", "ns", "nanoseconds a call", 1, Best.NONE),
          new Figure("cpu_ns", "CPU ns", "nanoseconds of CPU time a call", 1, Best.NONE),
          new Figure("bytes", "bytes", "bytes a call", 0, Best.NONE),
          new Figure(INDEX, "time index", "time of a call, the baseline = 100", 1, Best.LOW));
    }

    @Override
    public String heap() {
      return "as the JVM chooses";
    }

    @Override
    public String method() {
      return """
      JMH, nanoseconds and bytes a call, JFR off; CPU time is that of the process, with all its \
      threads and what the kernel does for them; with several threads the nanoseconds are what \
      passes between two calls of any of them, and both cores are theirs; %d rounds of \
      %s s in turns, a JVM each; the time index is of their geometric mean, and the baseline stands \
      first.%s\
      """
          .formatted(rounds, Schedule.seconds(measured), how.isEmpty() ? "" : " " + how);
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      Benchmarks contest = contest(labels);
      List<String> names = new ArrayList<>(List.of(contest.baseline()));
      names.addAll(contest.others());
      Map<String, List<Seen>> seen = new LinkedHashMap<>();
      List<Seen> again = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        listener.now("round %d of %d".formatted(round + 1, rounds));
        run(contest, names)
            .forEach((name, one) -> seen.computeIfAbsent(name, n -> new ArrayList<>()).add(one));
        if (twice) {
          again.addAll(run(contest, List.of(contest.baseline())).values());
        }
      }
      List<Seen> baseline = seen.get(contest.baseline());
      List<Row> rows = new ArrayList<>();
      rows.add(row(contest.baseline(), false, baseline, baseline));
      if (twice) {
        rows.add(row(contest.baseline(), true, again, baseline));
      }
      contest.others().forEach(name -> rows.add(row(name, false, seen.get(name), baseline)));
      return new Cell(labels, rows, List.of());
    }

    private Row row(String name, boolean again, List<Seen> seen, List<Seen> baseline) {
      Index index =
          seen == baseline
              ? Index.BASE
              : Index.of(all(seen, Seen::nanos), all(baseline, Seen::nanos));
      return new Row(name, again, figures(seen), Map.of(INDEX, index), Map.of());
    }

    private static List<Double> all(List<Seen> seen, Function<Seen, Double> of) {
      return seen.stream().map(of).toList();
    }

    private static Map<String, Double> figures(List<Seen> seen) {
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put("ns", Index.mean(all(seen, Seen::nanos)));
      figures.put("cpu_ns", Index.mean(all(seen, Seen::cpu)));
      figures.put("bytes", Median.of(seen, Seen::bytes));
      return figures;
    }

    /** Benchmarks of a class, a JVM each, by their names. */
    private Map<String, Seen> run(Benchmarks contest, List<String> benchmarks)
        throws IOException, InterruptedException {
      String each =
          "cal.bench.micro.%s.(%s)$".formatted(contest.in(), String.join("|", benchmarks));
      List<String> arguments =
          new ArrayList<>(List.of(each, "-f", "1", "-bm", "thrpt", "-tu", "us"));
      arguments.addAll(List.of("-t", "" + contest.threads()));
      arguments.addAll(
          List.of("-i", "" + ITERATIONS, "-r", Jmh.millis(measured.dividedBy(ITERATIONS))));
      arguments.addAll(
          List.of("-wi", "" + ITERATIONS, "-w", Jmh.millis(warmUp.dividedBy(ITERATIONS))));
      List<String> properties = new ArrayList<>(List.of("-Dcal.model=inline"));
      contest.settings().forEach((key, value) -> properties.add("-D" + key + "=" + value));
      Map<String, Seen> seen = new LinkedHashMap<>();
      List<String> place = Cores.servers(contest.threads() == 1 ? 1 : 2);
      for (JsonNode one : Jmh.run(place, properties, arguments)) {
        seen.put(Jmh.name(one), Seen.of(one));
      }
      if (!seen.keySet().containsAll(benchmarks)) {
        throw new Failure(
            2, "%s has no %s".formatted(contest.in(), String.join(" or ", benchmarks)));
      }
      return seen;
    }
  }
}
