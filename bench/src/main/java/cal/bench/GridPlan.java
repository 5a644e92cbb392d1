package cal.bench;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Ratio;
import cal.bench.experiment.Row;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Measures the cases of a grid. The servers of a case are alive together, in groups as large as
 * this process has files for; each group has the baseline, the first one twice. Immutable.
 */
record GridPlan(
    ServersUnderTest jvms,
    NamedServer first,
    List<NamedServer> others,
    List<Map<String, String>> cases,
    Pace pace,
    String heap,
    int loops,
    List<String> flags,
    int mostConnections)
    implements Plan {
  static final String SERVICE = "service";
  static final String SESSIONS = "sessions";
  static final String CORES = "cores";
  static final String CLIENTS = "clients";

  private static final String ANSWERS_RATIO = "answers_ratio";
  private static final String CPU_RATIO = "cpu_ratio";

  /** Above this share of its core the load generator may be what limits the answers a second. */
  private static final double BUSY = 0.9;

  private static final Duration START = Duration.ofMillis(1200);
  private static final Duration A_CONNECTION = Duration.ofNanos(150_000);

  /**
   * How long is measured. Immutable.
   *
   * @param rounds in each of which each server has a turn
   * @param forks sets of JVMs that the rounds are shared between
   * @param turn of a server
   * @param warmUp of each JVM, before
   */
  record Pace(int rounds, int forks, Duration turn, Duration warmUp) {}

  @Override
  public String baseline() {
    return first.name();
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        new Figure("answers_per_second", "answers/s", "right answers a second", 0, Best.HIGH),
        new Figure(ANSWERS_RATIO, "answers/s ratio", "answers/s over the baseline's", 2, Best.HIGH),
        new Figure(
            "cpu_seconds_per_1000_answers",
            "CPU s/1,000",
            "server CPU seconds for 1,000 answers",
            4,
            Best.LOW),
        new Figure(
            CPU_RATIO, "CPU ratio", "the baseline's CPU time an answer over its own", 2, Best.HIGH),
        new Figure("p50_ms", "p50 ms", "median latency, ms", 2, Best.LOW),
        new Figure("p99_ms", "p99 ms", "99th percentile of latency, ms", 1, Best.LOW),
        new Figure("fairness", "fairness", "fairness, 1 if all clients got the same", 2, Best.HIGH),
        new Figure("clients_served", "served", "clients that had an answer", 0, Best.NONE),
        new Figure("peak_rss_mb", "peak RSS MB", "peak resident memory, MB", 0, Best.LOW),
        new Figure("threads", "threads", "threads", 0, Best.NONE),
        new Figure(
            "context_switches_per_answer",
            "switches an answer",
            "context switches an answer",
            2,
            Best.LOW),
        new Figure(
            "generator_cpu_percent",
            "clients' core %",
            "CPU of the load generator, %",
            0,
            Best.NONE));
  }

  @Override
  public String method() {
    return """
    Servers and clients are JVMs of their own, pinned to cores of their own; servers \
    that have two cores share one of them with the clients. All servers of a case are alive with their clients connected, \
    and have turns of %s s in %d rounds on %d set(s) of JVMs, after %s s of warm-up; outside its \
    turns a server is held (SIGSTOP), and what its clients have in flight is answered in its next \
    turn. Every answer is checked. Figures are medians of the rounds; CPU time is the server \
    process's; memory is the most it had resident, garbage included, in a heap of %s; threads are the most seen \
    between turns; context switches are the machine's in the server's turns, clients included; \
    fairness is (mean - standard deviation) / mean of the answers a client in all turns. With \
    many clients the servers of a case are measured in groups, each with the baseline in it.\
    """
        .formatted(seconds(pace.turn()), pace.rounds(), pace.forks(), seconds(pace.warmUp()), heap);
  }

  private static String seconds(Duration time) {
    return String.valueOf(time.toMillis() / 1000.0);
  }

  @Override
  public Duration estimate(Map<String, String> labels) {
    int seats = others.size() + 1 + groups(labels).size();
    Duration connecting = A_CONNECTION.multipliedBy(Integer.parseInt(labels.get(CLIENTS)));
    Duration each = START.plus(connecting).plus(pace.warmUp()).multipliedBy(pace.forks());
    return each.plus(pace.turn().plusMillis(10).multipliedBy(pace.rounds())).multipliedBy(seats);
  }

  /** The servers beside the baseline that are measured together; the first group has one less. */
  private List<List<NamedServer>> groups(Map<String, String> labels) {
    int seats = Math.max(3, mostConnections / Integer.parseInt(labels.get(CLIENTS)));
    List<List<NamedServer>> groups = new ArrayList<>();
    int from = 0;
    while (from < others.size()) {
      int to = Math.min(others.size(), from + seats - (groups.isEmpty() ? 2 : 1));
      groups.add(others.subList(from, to));
      from = to;
    }
    return groups;
  }

  @Override
  public Cell measure(Map<String, String> labels, Listener listener)
      throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    for (List<NamedServer> group : groups(labels)) {
      List<NamedServer> seats = new ArrayList<>(List.of(first));
      if (rows.isEmpty()) {
        seats.add(first);
      }
      seats.addAll(group);
      listener.now(String.join(", ", group.stream().map(NamedServer::name).toList()));
      List<Tournament.Player> players = play(seats, labels);
      for (int i = 0; i < seats.size(); i++) {
        boolean again = rows.size() == 1;
        if (i > 0 || rows.isEmpty()) {
          rows.add(row(seats.get(i).name(), again, players.get(i), players.getFirst()));
        }
        warn(seats.get(i).name(), players.get(i), warnings);
      }
    }
    return new Cell(labels, rows, warnings);
  }

  private List<Tournament.Player> play(List<NamedServer> seats, Map<String, String> labels)
      throws IOException, InterruptedException {
    ServersUnderTest placed = jvms.with(heap, Integer.parseInt(labels.get(CORES)));
    String service = labels.get(SERVICE);
    List<List<String>> commands =
        seats.stream().map(seat -> seat.command(placed, service, loops, flags)).toList();
    Workload workload = ServersUnderTest.workload(service);
    Sessions sessions = Sessions.valueOf(labels.get(SESSIONS).toUpperCase(Locale.ROOT));
    int clients = Integer.parseInt(labels.get(CLIENTS));
    Tournament tournament =
        Tournament.holding(
            commands, server -> new LoadSpec(server.address(), workload, sessions, clients));
    for (int fork = 0; fork < pace.forks(); fork++) {
      int share = pace.rounds() * (fork + 1) / pace.forks() - pace.rounds() * fork / pace.forks();
      tournament.run(fork + 1, share, pace.warmUp(), pace.turn(), Duration.ZERO);
    }
    return tournament.players();
  }

  private static Row row(
      String name, boolean again, Tournament.Player player, Tournament.Player base) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("answers_per_second", player.median(Tournament.Turn::rate));
    figures.put("cpu_seconds_per_1000_answers", player.median(Tournament.Turn::cpu));
    figures.put("p50_ms", player.median(turn -> millis(turn, false)));
    figures.put("p99_ms", player.median(turn -> millis(turn, true)));
    figures.put("fairness", player.fairness());
    figures.put("clients_served", (double) player.served());
    figures.put("peak_rss_mb", player.resident() / 1048576.0);
    figures.put("threads", (double) player.threads());
    figures.put("context_switches_per_answer", player.median(Tournament.Turn::switchesAnAnswer));
    figures.put(
        "generator_cpu_percent", player.median(turn -> turn.result().generatorCpuShare() * 100));
    Map<String, Ratio> ratios = new LinkedHashMap<>();
    if (player != base) {
      putRatio(ratios, ANSWERS_RATIO, player, base, Tournament.Turn::rate);
      putRatio(ratios, CPU_RATIO, base, player, Tournament.Turn::cpu);
    }
    Map<String, Long> errors = new LinkedHashMap<>();
    player.errors().forEach((kind, number) -> errors.put(kind.toString(), number));
    return new Row(name, again, figures, ratios, errors);
  }

  /** Left out where no turn had an answer. */
  private static void putRatio(
      Map<String, Ratio> ratios,
      String key,
      Tournament.Player over,
      Tournament.Player under,
      ToDoubleFunction<Tournament.Turn> figure) {
    Ratio ratio = Tournament.ratio(over, under, figure);
    if (ratio != null) {
      ratios.put(key, ratio);
    }
  }

  private static double millis(Tournament.Turn turn, boolean late) {
    if (turn.result().latency() == null) {
      return Double.POSITIVE_INFINITY;
    }
    long micros = late ? turn.result().latency().p99Micros() : turn.result().latency().p50Micros();
    return micros / 1000.0;
  }

  private static void warn(String name, Tournament.Player player, List<String> warnings) {
    double share = player.median(turn -> turn.result().generatorCpuShare());
    if (share > BUSY) {
      warnings.add(
          "the clients of %s took %.0f%% of their core, so they may limit its answers/s"
              .formatted(name, share * 100));
    }
    player.turns().stream()
        .filter(turn -> !turn.result().isRight() && turn.result().answers() > 0)
        .findFirst()
        .ifPresent(turn -> warnings.add(name + " answered wrongly: " + turn.result().warnings()));
  }
}
