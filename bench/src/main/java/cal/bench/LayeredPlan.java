package cal.bench;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Ratio;
import cal.bench.experiment.Row;
import cal.bench.load.LoadSpec;
import cal.bench.load.Pace.Thinking;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Measures layered servers. Those of a case are alive together, the baseline twice, and have turns.
 * Immutable.
 */
record LayeredPlan(
    ServersUnderTest jvms,
    List<MidLevel> mids,
    String baseline,
    List<Map<String, String>> cases,
    Work work,
    Pace pace,
    String published,
    List<String> flags)
    implements Plan {
  static final String SERVICE = "service_ms";
  static final String MESSAGE = "message_bytes";
  static final String CLIENTS = "clients";

  private static final String ANSWERS_RATIO = "answers_ratio";
  private static final String HEAP = "256m";
  private static final long SEED = 1;
  private static final Duration START = Duration.ofSeconds(3);
  private static final Duration LEAST_WARM_UP = Duration.ofMillis(500);

  /** Answers take as long as all clients in a queue. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /**
   * What takes time. Immutable.
   *
   * @param mid {@code compute} or {@code wait}: what the mid-level server does itself
   * @param low {@code disk} or {@code wait}: whether the low-level server does one request at a
   *     time
   * @param think of a client, on average, between answer and request
   */
  record Work(String mid, String low, Duration think) {}

  /**
   * How long is measured. Immutable.
   *
   * @param rounds in each of which each server has a turn
   * @param seconds of a turn, at least
   * @param answers in a turn, at least, as far as can be foreseen
   */
  record Pace(int rounds, Duration seconds, int answers) {}

  @Override
  public List<Figure> figures() {
    return List.of(
        new Figure("answers_per_second", "answers/s", "right answers a second", 1, Best.HIGH),
        new Figure("bound_per_second", "at most", "the bound of answers a second", 1, Best.NONE),
        new Figure(ANSWERS_RATIO, "answers/s ratio", "answers/s over the baseline's", 2, Best.HIGH),
        new Figure("cycle_ms", "cycle ms", "cycle time of a client, ms", 0, Best.LOW),
        new Figure("p50_ms", "p50 ms", "median response time, ms", 1, Best.LOW),
        new Figure("p99_ms", "p99 ms", "99th percentile of response time, ms", 1, Best.LOW),
        new Figure(
            "mid_utilization",
            "mid busy %",
            "utilization of the mid-level server, %",
            0,
            Best.NONE),
        new Figure(
            "low_utilization",
            "low busy %",
            "utilization of the low-level server, %",
            0,
            Best.NONE),
        new Figure("mid_cpu", "mid CPU %", "processor of the mid-level server, %", 0, Best.NONE),
        new Figure("mid_rss_mb", "mid RSS MB", "memory of the mid-level server, MB", 1, Best.LOW),
        new Figure("mid_threads", "mid threads", "threads of the mid-level server", 0, Best.NONE));
  }

  @Override
  public String method() {
    return """
    Each request takes %s in the mid-level server (%s) and as much in the low-level server (%s), \
    which has a thread a client; %s. Clients think for an exponentially distributed time, %d ms on \
    average, between answer and request. Mid-level servers run on core 0, their low-level servers \
    beside the clients on core 1; all of a case are alive and have turns of %.1f s or %d answers, \
    in %d round(s), each after a while of the same load. Utilization is as in the study: a request \
    keeps a thread of the mid-level server busy from when it is taken to when it is done, the wait \
    for the low-level server included; utilization is busy time over the time of all threads that \
    may take requests (a thread per request or client: one a client); the low-level server's is the \
    part of the time in which its disk is busy, or the busy time of its threads. A cycle is clients / (answers a second). "At \
    most" is the asymptotic bound for that many threads. Memory is resident, after a full \
    collection, with all clients connected.%s\
    """
        .formatted(
            "a service time",
            work.mid().equals("compute") ? "computing" : "waiting, any number at a time",
            work.low().equals("disk") ? "waiting, one at a time" : "waiting, any number at a time",
            "both are the sample upload server, one source and one binding",
            work.think().toMillis(),
            pace.seconds().toMillis() / 1000.0,
            pace.answers(),
            pace.rounds(),
            published.isEmpty() ? "" : " Published: " + published);
  }

  @Override
  public Duration estimate(Map<String, String> labels) {
    Duration all = Duration.ZERO;
    for (MidLevel mid : seats()) {
      Duration turn = warmUp(mid, labels).multipliedBy(2).plus(window(mid, labels));
      all = all.plus(START).plus(turn.multipliedBy(pace.rounds()));
    }
    return all;
  }

  /** The baseline, the baseline again, and the others. */
  private List<MidLevel> seats() {
    List<MidLevel> seats = new ArrayList<>();
    for (MidLevel mid : mids) {
      if (mid.name().equals(baseline)) {
        seats.addFirst(mid);
        seats.addFirst(mid);
      } else {
        seats.add(mid);
      }
    }
    return seats;
  }

  private double bound(MidLevel mid, Map<String, String> labels) {
    Duration service = Duration.ofMillis(number(labels, SERVICE));
    LayeredBounds bounds =
        new LayeredBounds(
            work.think(),
            service,
            service,
            work.mid().equals("compute") ? 1 : 0,
            work.low().equals("disk") ? 1 : 0);
    int clients = number(labels, CLIENTS);
    return bounds.throughput(clients, mid.threads(clients));
  }

  /** Until the queues are as long as they become. */
  private Duration warmUp(MidLevel mid, Map<String, String> labels) {
    Duration cycle = seconds(number(labels, CLIENTS) / bound(mid, labels));
    return cycle.compareTo(LEAST_WARM_UP) < 0 ? LEAST_WARM_UP : cycle;
  }

  private Duration window(MidLevel mid, Map<String, String> labels) {
    Duration answers = seconds(pace.answers() / bound(mid, labels));
    return answers.compareTo(pace.seconds()) < 0 ? pace.seconds() : answers;
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  private static int number(Map<String, String> labels, String key) {
    return Integer.parseInt(labels.get(key));
  }

  @Override
  public Cell measure(Map<String, String> labels, Listener listener)
      throws IOException, InterruptedException {
    List<MidLevel> seats = seats();
    List<Layers> layers = new ArrayList<>();
    List<List<Layers.Turn>> turns = new ArrayList<>();
    try {
      for (MidLevel mid : seats) {
        listener.now("starting " + mid.name());
        layers.add(start(mid, labels));
        turns.add(new ArrayList<>());
      }
      for (int round = 0; round < pace.rounds(); round++) {
        for (int i = 0; i < seats.size(); i++) {
          int next = (round + i) % seats.size();
          MidLevel mid = seats.get(next);
          listener.now("round " + (round + 1) + ", " + mid.name());
          turns.get(next).add(layers.get(next).turn(warmUp(mid, labels), window(mid, labels)));
        }
      }
      List<Row> rows = new ArrayList<>();
      List<String> warnings = new ArrayList<>();
      for (int i = 0; i < seats.size(); i++) {
        MidLevel mid = seats.get(i);
        Row row = row(mid, labels, i == 1, turns.get(i), turns.getFirst());
        rows.add(with(row, layers.get(i).memory(warmUp(mid, labels))));
        warn(mid, turns.get(i), warnings);
      }
      return new Cell(labels, rows, warnings);
    } finally {
      layers.forEach(Layers::close);
    }
  }

  private Layers start(MidLevel mid, Map<String, String> labels)
      throws IOException, InterruptedException {
    String time = labels.get(SERVICE) + "ms:";
    List<String> lowFlags = new ArrayList<>(EachServer.SMALL_HEAP);
    lowFlags.addAll(flags);
    List<String> midFlags = new ArrayList<>(lowFlags);
    midFlags.addAll(mid.flags());
    ServersUnderTest placed = jvms.with(HEAP, 1);
    return Layers.start(
        placed.uploadBesideClients("thread", work.low() + ":" + time + "memory", lowFlags),
        port ->
            placed.upload(
                mid.model(), work.mid() + ":" + time + "relay:127.0.0.1:" + port, midFlags),
        server ->
            new LoadSpec(
                server.address(),
                Workload.upload(number(labels, MESSAGE)),
                Sessions.LONG,
                number(labels, CLIENTS),
                1,
                TIMEOUT,
                new Thinking(work.think(), SEED)));
  }

  private Row row(
      MidLevel mid,
      Map<String, String> labels,
      boolean again,
      List<Layers.Turn> turns,
      List<Layers.Turn> base) {
    int clients = number(labels, CLIENTS);
    double rate = Duel.median(turns, turn -> turn.clients().answersPerSecond());
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("answers_per_second", rate);
    figures.put("bound_per_second", bound(mid, labels));
    figures.put("cycle_ms", clients * 1000 / rate);
    figures.put("p50_ms", Duel.median(turns, turn -> turn.clients().p50Millis()));
    figures.put("p99_ms", Duel.median(turns, turn -> turn.clients().p99Millis()));
    figures.put(
        "mid_utilization", Duel.median(turns, turn -> 100 * turn.midBusy() / mid.threads(clients)));
    figures.put("low_utilization", Duel.median(turns, turn -> lowUtilization(mid, clients, turn)));
    figures.put("mid_cpu", Duel.median(turns, LayeredPlan::processor));
    Map<String, Ratio> ratios = new LinkedHashMap<>();
    if (turns != base) {
      ratios.put(ANSWERS_RATIO, ratio(turns, base, turn -> turn.clients().answersPerSecond()));
    }
    Map<String, Long> errors = new TreeMap<>();
    turns.forEach(
        turn ->
            turn.clients()
                .errors()
                .forEach((kind, count) -> errors.merge(kind.toString(), count, Long::sum)));
    return new Row(mid.name(), again, figures, ratios, errors);
  }

  /**
   * A disk is busy or not; what waits for any number has a thread for each of the others' threads.
   */
  private double lowUtilization(MidLevel mid, int clients, Layers.Turn turn) {
    return 100
        * (work.low().equals("disk") ? turn.lowUsed() : turn.lowBusy() / mid.threads(clients));
  }

  private static double processor(Layers.Turn turn) {
    Double seconds = turn.clients().serverCpuSeconds();
    return seconds == null ? Double.NaN : 100 * seconds / turn.clients().seconds();
  }

  private static Ratio ratio(
      List<Layers.Turn> turns, List<Layers.Turn> base, ToDoubleFunction<Layers.Turn> figure) {
    double[] ratios = new double[turns.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = figure.applyAsDouble(turns.get(i)) / figure.applyAsDouble(base.get(i));
    }
    return Ratio.of(ratios);
  }

  private static Row with(Row row, ProcessFigures.Memory memory) {
    Map<String, Double> figures = new LinkedHashMap<>(row.figures());
    figures.put("mid_rss_mb", memory.resident() / 1048576.0);
    figures.put("mid_threads", (double) memory.threads());
    return new Row(row.server(), row.again(), figures, row.ratios(), row.errors());
  }

  private static void warn(MidLevel mid, List<Layers.Turn> turns, List<String> warnings) {
    turns.stream()
        .filter(turn -> !turn.clients().isRight())
        .findFirst()
        .ifPresent(turn -> warnings.add(mid.name() + ": " + turn.clients().warnings()));
  }
}
