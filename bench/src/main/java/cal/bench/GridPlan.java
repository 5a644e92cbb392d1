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
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the cases of a grid. The servers of a case are alive together, or in groups where they
 * have too many connections; each group has the baseline, the first one twice. Immutable.
 */
record GridPlan(
    ServersUnderTest jvms,
    NamedServer first,
    List<NamedServer> others,
    List<Map<String, String>> cases,
    Pace usual,
    Crowd crowd,
    String heap,
    int loops,
    List<String> flags)
    implements Plan {
  static final String SERVICE = "service";
  static final String SESSIONS = "sessions";
  static final String CORES = "cores";
  static final String CLIENTS = "clients";

  /** So many fit into the smallest group: the baseline, the baseline again, and another server. */
  static final int MOST_CLIENTS = 5000;

  private static final int LEAST_SEATS = 3;

  /** Connections at once, to all servers of a group: more weigh on the kernel's buffers. */
  private static final int MOST_CONNECTIONS = LEAST_SEATS * MOST_CLIENTS;

  private static final Duration START = Duration.ofMillis(1200);
  private static final Duration A_CONNECTION = Duration.ofNanos(150_000);

  /**
   * How long is measured. Immutable.
   *
   * @param rounds in each of which each server has a turn
   * @param forks sets of JVMs that the rounds are shared between
   * @param turn of a server
   * @param warmUp of each JVM by few clients, at most; then a twelfth of it by all
   */
  record Pace(int rounds, int forks, Duration turn, Duration warmUp) {
    private Pace with(Crowd crowd) {
      return new Pace(crowd.rounds, forks, crowd.turn, warmUp);
    }
  }

  /**
   * Fewer and longer turns for many clients, who are to be answered more than once in each.
   * Immutable.
   *
   * @param from so many clients
   * @param rounds in each of which each server has a turn
   * @param turn of a server
   */
  record Crowd(int from, int rounds, Duration turn) {
    static final Crowd NONE = new Crowd(MOST_CLIENTS + 1, 0, Duration.ZERO);
  }

  @Override
  public String baseline() {
    return first.name();
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        TurnFigures.ANSWERS,
        TurnFigures.ANSWERS_RATIO,
        TurnFigures.CPU,
        TurnFigures.CPU_RATIO,
        TurnFigures.P50,
        TurnFigures.P99,
        new Figure("fairness", "fairness", "fairness, 1 if all clients got the same", 2, Best.HIGH),
        TurnFigures.SERVED,
        TurnFigures.PEAK_MEMORY,
        new Figure("threads", "threads", "threads", 0, Best.NONE),
        TurnFigures.SWITCHES,
        TurnFigures.GENERATOR);
  }

  @Override
  public String method() {
    return """
    Servers and clients are JVMs of their own, pinned to cores of their own; servers \
    that have two cores share one of them with the clients. All servers of a case are alive with their clients connected, \
    and have turns of %s s in %d rounds%s on %s, after a warm-up by two clients, which leave the \
    compiler its share of the core, until it has next to nothing to do, %s s at most, and a twelfth of that by all; outside its \
    turns a server is held (SIGSTOP), and what its clients have in flight is answered in its next \
    turn. Every answer is checked. Figures are medians of the rounds; CPU time is the server \
    process's; memory is the most it had resident, and so mostly how much of its heap of %s it has \
    touched, garbage included: it tells models apart by their stacks, not by what they hold; \
    `reactive` has one event loop, `reactive-pool` and servers of other makes that have loops have \
    %d; threads are the most seen between turns; context switches are the machine's in the server's turns, clients included; \
    fairness is (mean - standard deviation) / mean of the answers a client in all turns of a set of \
    JVMs, the median of the sets; clients served are the fewest of a set. Where \
    the servers of a case would have more than %,d connections, they are measured in groups, one \
    after the other, and ratios are those to the baseline of the same group; then the second row \
    of the baseline is the one of all groups that differs most from the first, so that it tells of \
    drift between groups, too.\
    """
        .formatted(
            seconds(usual.turn()),
            usual.rounds(),
            ofCrowds(),
            setsOfJvms(),
            seconds(usual.warmUp()),
            heap,
            loops,
            MOST_CONNECTIONS);
  }

  private String setsOfJvms() {
    return usual.forks() == 1
        ? "one set of JVMs, so that intervals do not hold what differs from JVM to JVM"
        : usual.forks() + " sets of JVMs";
  }

  private String ofCrowds() {
    return cases.stream().anyMatch(this::isCrowded)
        ? " (from %,d clients on of %s s in %d)"
            .formatted(crowd.from, seconds(crowd.turn), crowd.rounds)
        : "";
  }

  private boolean isCrowded(Map<String, String> labels) {
    return Integer.parseInt(labels.get(CLIENTS)) >= crowd.from;
  }

  private Pace pace(Map<String, String> labels) {
    return isCrowded(labels) ? usual.with(crowd) : usual;
  }

  private static String seconds(Duration time) {
    return String.valueOf(time.toMillis() / 1000.0);
  }

  @Override
  public Duration estimate(Map<String, String> labels) {
    Pace pace = pace(labels);
    int seats = others.size() + 1 + groups(labels).size();
    Duration connecting = A_CONNECTION.multipliedBy(Integer.parseInt(labels.get(CLIENTS)));
    Duration warmUp = WarmUp.usual(pace.warmUp()).plus(Tournament.together(pace.warmUp()));
    Duration each = START.plus(connecting).plus(warmUp).multipliedBy(pace.forks());
    return each.plus(pace.turn().plusMillis(10).multipliedBy(pace.rounds())).multipliedBy(seats);
  }

  @Override
  public long connections(Map<String, String> labels) {
    int together = groups(labels).getFirst().size() + 2;
    return (long) together * Integer.parseInt(labels.get(CLIENTS));
  }

  /** The servers beside the baseline that are measured together; the first group has one less. */
  private List<List<NamedServer>> groups(Map<String, String> labels) {
    int seats = Math.max(LEAST_SEATS, MOST_CONNECTIONS / Integer.parseInt(labels.get(CLIENTS)));
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
    List<Row> again = new ArrayList<>();
    List<String> unusual = new ArrayList<>();
    Tournament.Player base = null;
    for (List<NamedServer> group : groups(labels)) {
      List<NamedServer> seats = new ArrayList<>(List.of(first));
      if (base == null) {
        seats.add(first);
      }
      seats.addAll(group);
      listener.now(String.join(", ", group.stream().map(NamedServer::name).toList()));
      List<Tournament.Player> players = play(seats, labels);
      int baselines = seats.size() - group.size();
      if (base == null) {
        base = players.getFirst();
        rows.add(row(first.name(), false, base, base));
      }
      again.add(row(first.name(), true, players.get(baselines - 1), base));
      for (int i = 0; i < seats.size(); i++) {
        if (i >= baselines) {
          rows.add(row(seats.get(i).name(), false, players.get(i), players.getFirst()));
        }
        addWrong(seats.get(i).name(), players.get(i), unusual);
        Doubts.addOthers(
            seats.get(i).name(),
            players.get(i).turns().stream().map(Tournament.Turn::result),
            unusual);
      }
    }
    long silent = Tournament.servedNobody(base.turns());
    if (silent > 0) {
      unusual.add(
          first.name() + " answered nobody in %d turn(s), which no ratio has".formatted(silent));
    }
    rows.add(1, worst(again));
    List<Row> judged = Doubts.of(rows, Integer.parseInt(labels.get(CLIENTS)));
    List<String> warnings = Doubts.warnings(judged);
    warnings.addAll(unusual);
    return new Cell(labels, judged, warnings);
  }

  /** Of the rows of the baseline against itself, the one that is farthest from it. */
  static Row worst(List<Row> again) {
    return Collections.max(again, Comparator.comparingDouble(GridPlan::distance));
  }

  private static double distance(Row row) {
    return row.ratios().values().stream()
        .mapToDouble(ratio -> Math.abs(Math.log(ratio.median())))
        .max()
        .orElse(0);
  }

  private List<Tournament.Player> play(List<NamedServer> seats, Map<String, String> labels)
      throws IOException, InterruptedException {
    ServersUnderTest placed = jvms.with(heap, Integer.parseInt(labels.get(CORES)));
    String service = labels.get(SERVICE);
    List<List<String>> commands =
        seats.stream().map(seat -> seat.patientCommand(placed, service, loops, flags)).toList();
    Workload workload = ServersUnderTest.workload(service);
    Sessions sessions = Sessions.valueOf(labels.get(SESSIONS).toUpperCase(Locale.ROOT));
    int clients = Integer.parseInt(labels.get(CLIENTS));
    Tournament tournament =
        Tournament.holding(
            commands, server -> new LoadSpec(server.address(), workload, sessions, clients));
    Pace pace = pace(labels);
    for (int fork = 0; fork < pace.forks(); fork++) {
      int share = Tournament.share(pace.rounds(), fork, pace.forks());
      tournament.run(fork + 1, share, pace.warmUp(), pace.turn(), Duration.ZERO);
    }
    return tournament.players();
  }

  private static Row row(
      String name, boolean again, Tournament.Player player, Tournament.Player base) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(TurnFigures.ANSWERS.key(), player.median(Tournament.Turn::rate));
    figures.put(TurnFigures.CPU.key(), player.median(Tournament.Turn::cpu));
    figures.put(TurnFigures.P50.key(), player.median(turn -> turn.result().p50Millis()));
    figures.put(TurnFigures.P99.key(), player.median(turn -> turn.result().p99Millis()));
    figures.put("fairness", player.fairness());
    figures.put(TurnFigures.SERVED.key(), (double) player.served());
    figures.put(TurnFigures.PEAK_MEMORY.key(), player.resident() / 1048576.0);
    figures.put("threads", (double) player.threads());
    figures.put(TurnFigures.SWITCHES.key(), player.median(Tournament.Turn::switchesAnAnswer));
    figures.put(
        TurnFigures.GENERATOR.key(),
        player.median(turn -> turn.result().generatorCpuShare() * 100));
    Map<String, Ratio> ratios =
        player == base ? Map.of() : TurnFigures.ratios(player.turns(), base.turns());
    Map<String, Long> errors = new LinkedHashMap<>();
    player.errors().forEach((kind, number) -> errors.put(kind.toString(), number));
    return new Row(name, again, figures, ratios, errors);
  }

  private static void addWrong(String name, Tournament.Player player, List<String> warnings) {
    player.turns().stream()
        .filter(turn -> !turn.result().isRight() && turn.result().answers() > 0)
        .findFirst()
        .ifPresent(turn -> warnings.add(name + " answered wrongly: " + turn.result().warnings()));
  }
}
