package cal.bench.kind;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Median;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSession;
import cal.bench.load.LoadSpec;
import cal.bench.load.Workload;
import cal.bench.rough.Tricklers;
import cal.bench.server.ServerProcess;
import cal.bench.server.Services;
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
 * The cost, for other clients, of those that stop in mid-request and send a byte a second: two JVMs
 * a server, both with clients in a closed loop; one gets the tricklers as well. Stateless.
 */
final class TrickleKind implements Kind {
  private static final String P99 = "p99_index";
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Of uploads, the tricklers begin a frame of a length that a pool would wait for. */
  private static final String TRICKLED = "upload-80k";

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    EachServer each = EachServer.of(parameters, scale, "512m", 1);
    int tricklers = parameters.whole("tricklers", 100, 1, LoadSpec.MAX_CLIENTS);
    int clients = parameters.whole("clients", 50, 1, LoadSpec.MAX_CLIENTS);
    return scale == Scale.SMOKE ? new Trickle(each, 3, 2) : new Trickle(each, tricklers, clients);
  }

  /** The cases: each server. */
  private record Trickle(EachServer each, int tricklers, int clients) implements Plan {
    @Override
    public List<Map<String, String>> cases() {
      return each.cases();
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      return each.schedule().estimate(2, 2);
    }

    @Override
    public List<Figure> figures() {
      return Figure.table(
          """
          p99_ms_without           | p99 ms without           | p99 without tricklers, ms       | 2 | low
          p99_ms_with              | p99 ms with              | p99 with tricklers, ms          | 2 | low
          p99_index                | p99 index                | p99 with them, without = 100    | 1 | none
          answers_without          | answers/s without        | answers a second without        | 0 | none
          answers_with             | answers/s with           | answers a second with them      | 0 | none
          rounds_without_an_answer | starved rounds           | rounds without an answer        | 0 | low
          tricklers_parted         | parted                   | tricklers that were parted from | 0 | none
          """);
    }

    @Override
    public String heap() {
      return each.jvms().heap();
    }

    @Override
    public String method() {
      return """
      %,d clients have begun a request and send a byte of it each second; %,d others ask for %s in \
      a closed loop. The p99 of the others' latency with the tricklers, where that of a second JVM \
      without them is 100: %s. "Again" is the same before they came. A starved round is one in which the others \
      had no answer; where at least half of the rounds are, there is no p99 with tricklers.\
      """
          .formatted(tricklers, clients, each.service(), each.text());
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      List<List<Duel.Pair>> itself = new ArrayList<>();
      List<List<Duel.Pair>> among = new ArrayList<>();
      long parted = 0;
      long errors = 0;
      for (int jvm = 1; jvm <= each.schedule().jvms(); jvm++) {
        Seen seen = measureOnce(labels, listener);
        itself.add(seen.before());
        among.add(seen.with());
        parted += seen.parted();
        errors += seen.errors();
      }
      Map<String, Double> figures = latencies(Duel.all(among));
      figures.put("tricklers_parted", (double) parted);
      String name = each.server(labels).name();
      Map<String, Long> counts = errors == 0 ? Map.of() : Map.of("all", errors);
      return new Cell(
          labels,
          List.of(
              new Row(
                  name, true, Map.of(), Duel.index(P99, itself, LoadResult::p99Millis), Map.of()),
              new Row(name, false, figures, Duel.index(P99, among, LoadResult::p99Millis), counts)),
          List.of());
    }

    /** One JVM with tricklers, and one without. Immutable. */
    private record Seen(List<Duel.Pair> before, List<Duel.Pair> with, long parted, long errors) {}

    private Seen measureOnce(Map<String, String> labels, Listener listener)
        throws IOException, InterruptedException {
      Schedule schedule = each.schedule();
      try (ServerProcess without = each.start(labels);
          ServerProcess with = each.start(labels);
          LoadSession alone = each.connect(without, clients);
          LoadSession among = each.connect(with, clients)) {
        Duel duel = new Duel(among, alone, schedule.slot());
        duel.warmUp(with, without, schedule.warmUp());
        listener.now("without tricklers");
        List<Duel.Pair> before = duel.rounds(schedule.rounds());
        try (Tricklers slow = Tricklers.start(with.address(), trickled(), tricklers, PAUSE)) {
          listener.now("with tricklers");
          List<Duel.Pair> pairs = duel.rounds(schedule.rounds());
          return new Seen(before, pairs, slow.parted(), duel.errors());
        }
      }
    }

    private Workload trickled() {
      return Services.workload(each.service().startsWith("upload") ? TRICKLED : each.service());
    }
  }

  /** Of A with tricklers, and B without; a round without an answer took for ever. */
  static Map<String, Double> latencies(List<Duel.Pair> pairs) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("p99_ms_without", Median.of(pairs, pair -> pair.b().p99Millis()));
    figures.put("p99_ms_with", Median.of(pairs, pair -> pair.a().p99Millis()));
    figures.put("answers_without", Median.of(pairs, pair -> pair.b().answersPerSecond()));
    figures.put("answers_with", Median.of(pairs, pair -> pair.a().answersPerSecond()));
    figures.put(
        "rounds_without_an_answer",
        (double) pairs.stream().filter(pair -> pair.a().latency() == null).count());
    return figures;
  }
}
