package cal.bench.kind;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.tournament.Caveats;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Offer;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.SlotFigures;
import cal.bench.tournament.Tournament;
import cal.bench.tournament.Turns;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures the cases of a grid. The servers of a case are alive together, or in groups where they
 * have too many connections; each group has the baseline, the first one twice. Immutable.
 */
record GridPlan(
    List<Contest> contests,
    Schedule schedule,
    Turns turns,
    Offer offer,
    String heap,
    List<String> flags)
    implements Plan {
  static final String SERVICE = "service";
  static final String SESSIONS = "sessions";
  static final String CORES = "cores";
  static final String CLIENTS = "clients";

  /** So many fit into the smallest group: the baseline, the baseline again, and another server. */
  static final int MOST_CLIENTS = 5000;

  /** A server that lives alone has no others beside it. */
  static final int MOST_ALONE = 10_000;

  private static final int LEAST_SEATS = 3;

  /** Connections at once, to all servers of a group: more weigh on the kernel's buffers. */
  private static final int MOST_CONNECTIONS = LEAST_SEATS * MOST_CLIENTS;

  private static final Duration A_CONNECTION = Duration.ofNanos(150_000);

  @Override
  public List<Map<String, String>> cases() {
    return contests.stream().flatMap(contest -> contest.cases().stream()).toList();
  }

  /** The same in all contests, or none. */
  @Override
  public String baseline() {
    List<String> names =
        contests.stream().map(contest -> contest.baseline().name()).distinct().toList();
    return names.size() == 1 ? names.getFirst() : null;
  }

  @Override
  public Optional<String> missing() {
    return contests.stream().flatMap(contest -> contest.missing().stream()).findFirst();
  }

  private Contest contest(Map<String, String> labels) {
    return contests.stream().filter(one -> one.cases().contains(labels)).findFirst().orElseThrow();
  }

  @Override
  public List<Figure> figures() {
    return Stream.concat(
            SlotFigures.OF_CONTESTANTS.stream()
                .map(
                    one ->
                        offer.isOpen() && one.key().equals(SlotFigures.ANSWERS)
                            ? one.unranked()
                            : one),
            Beside.FIGURES.stream())
        .toList();
  }

  @Override
  public String method() {
    return """
    Servers and clients are JVMs of their own, pinned to cores. Slots of %s s in %d rounds of %d \
    JVM(s) each, after a warm-up of %s s at most; %s. \
    Every answer is checked. CPU time of an answer is the median of the rounds of a JVM, and the \
    geometric mean of the JVMs; other figures are medians of all rounds. Memory is the most that \
    was resident of a heap of %s, garbage included. `reactive` has one event loop, \
    `reactive-pool`, `proactor` and servers of other makes that have loops have %s; threads are \
    the most seen between slots; context switches are the machine's, clients included. Fairness is \
    (mean - standard deviation) / mean of the answers of a client in a closed loop; served are the \
    fewest of a JVM. More than %,d connections are measured in groups, each beside a baseline of \
    its own.%s\
    """
            .formatted(
                Schedule.seconds(schedule.slot()),
                schedule.rounds(),
                schedule.jvms(),
                Schedule.seconds(schedule.warmUp()),
                turns.alone()
                    ? "a server lives alone, and through all cases, which begin %s s before their slots"
                        .formatted(Schedule.seconds(turns.settle()))
                    : "a server is held (SIGSTOP) outside its slots",
                heap,
                contests.stream()
                    .map(contest -> String.valueOf(contest.loops()))
                    .distinct()
                    .collect(Collectors.joining(" or ")),
                MOST_CONNECTIONS,
                openLoop())
        + contests.getFirst().load().limit()
        + contests.stream().map(Contest::configurations).distinct().collect(Collectors.joining());
  }

  private String openLoop() {
    return offer.isOpen()
        ? " Each JVM shows its capacity in a closed loop first. In its slots all are asked for the same in an open one, %s (Poisson arrivals): latency counts from when a request was to be sent."
            .formatted(offer.text())
        : " Clients that wait at a time are answers a second times mean latency (Little's law);"
            + " a row with less than 0.7 of the clients is refused.";
  }

  private static int clients(Map<String, String> labels) {
    return Integer.parseInt(labels.get(CLIENTS));
  }

  @Override
  public Duration estimate(Map<String, String> labels) {
    Contest contest = contest(labels);
    int idle = contest.load().idle();
    Duration signals =
        Duration.ofMillis(10).multipliedBy((long) schedule.jvms() * schedule.rounds());
    boolean young = together(labels).getFirst().equals(labels);
    Duration slots = young ? schedule.estimate(1, 1) : schedule.estimateOfRounds(1);
    Duration before =
        turns.alone() ? turns.settle() : Tournament.usuallyTogether(schedule.warmUp());
    Duration more =
        before
            .plus(A_CONNECTION.multipliedBy(clients(labels) + idle))
            .plus(Tournament.everybody(idle).multipliedBy(2));
    Duration looks = offer.isOpen() ? schedule.estimateOfCapacity() : Duration.ZERO;
    return slots
        .plus(more.multipliedBy(schedule.jvms()))
        .plus(signals)
        .plus(looks)
        .multipliedBy(contest.others().size() + 1L + groups(labels).size());
  }

  @Override
  public long connections(Map<String, String> labels) {
    int together = turns.alone() ? 1 : groups(labels).getFirst().size() + 2;
    return (long) together * (clients(labels) + contest(labels).load().idle());
  }

  private List<List<NamedServer>> groups(Map<String, String> labels) {
    return turns.alone()
        ? List.of(contest(labels).others())
        : contest(labels).groups(Math.max(LEAST_SEATS, MOST_CONNECTIONS / clients(labels)));
  }

  /**
   * Those that differ by the number of clients alone, which has no limit for their groups; of
   * servers that live alone, all with as many cores.
   */
  @Override
  public List<Map<String, String>> together(Map<String, String> labels) {
    if (turns.alone()) {
      return cases().stream().filter(other -> other.get(CORES).equals(labels.get(CORES))).toList();
    }
    return contest(labels).cases().stream()
        .filter(other -> apartFromClients(other).equals(apartFromClients(labels)))
        .filter(other -> groups(other).equals(groups(labels)))
        .toList();
  }

  private static Map<String, String> apartFromClients(Map<String, String> labels) {
    Map<String, String> others = new HashMap<>(labels);
    others.remove(CLIENTS);
    return others;
  }

  @Override
  public Cell measure(Map<String, String> labels, Listener listener)
      throws IOException, InterruptedException {
    return measure(List.of(labels), any -> listener).getFirst();
  }

  @Override
  public List<Cell> measure(
      List<Map<String, String>> together, Function<Map<String, String>, Listener> listeners)
      throws IOException, InterruptedException {
    Map<String, String> first = together.getFirst();
    NamedServer baseline = contest(first).baseline();
    List<List<NamedServer>> seats = new ArrayList<>();
    List<List<List<Contestant>>> players = new ArrayList<>();
    for (List<NamedServer> group : groups(first)) {
      listeners.apply(first).now(String.join(", ", group.stream().map(NamedServer::name).toList()));
      List<NamedServer> all =
          new ArrayList<>(Collections.nCopies(baselines(seats.size()), baseline));
      all.addAll(group);
      seats.add(all);
      players.add(play(all, together));
    }
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < together.size(); i++) {
      int at = i;
      List<List<Contestant>> own = players.stream().map(group -> group.get(at)).toList();
      cells.add(cell(together.get(i), seats, own, listeners.apply(together.get(i))));
    }
    return cells;
  }

  /** How many seats the baseline has in a group. */
  private static int baselines(int group) {
    return group == 0 ? 2 : 1;
  }

  /** A case by its servers, group by group. */
  private Cell cell(
      Map<String, String> labels,
      List<List<NamedServer>> seats,
      List<List<Contestant>> groups,
      Listener listener) {
    Contest contest = contest(labels);
    String first = contest.baseline().name();
    List<Row> rows = new ArrayList<>();
    List<Row> again = new ArrayList<>();
    List<String> unusual = new ArrayList<>();
    Contestant base = groups.getFirst().getFirst();
    Rows made = new Rows(contest, turns.alone(), groups.getFirst(), seats.getFirst());
    rows.add(made.row(first, false, base, base));
    for (int group = 0; group < groups.size(); group++) {
      List<Contestant> players = groups.get(group);
      int baselines = baselines(group);
      again.add(made.row(first, true, players.get(baselines - 1), base));
      for (int i = 0; i < players.size(); i++) {
        String name = seats.get(group).get(i).name();
        if (i >= baselines) {
          rows.add(made.row(name, false, players.get(i), players.getFirst()));
        }
        boolean second = i < baselines && players.get(i) != base;
        SlotFigures.tell(players.get(i).slots(), name, second, listener);
        players.get(i).requireAnswers(name, labels);
        players.get(i).warn(name, unusual);
      }
    }
    long silent = SlotFigures.servedNobody(base.slots());
    if (silent > 0) {
      unusual.add(first + " answered nobody in %d slot(s)".formatted(silent));
    }
    rows.add(1, worst(again));
    List<Row> judged = Caveats.of(rows, clients(labels));
    List<String> warnings = Caveats.warnings(judged, clients(labels));
    warnings.addAll(unusual);
    return new Cell(labels, judged, warnings);
  }

  /** Of the rows of the baseline against itself, the one that is farthest from it. */
  static Row worst(List<Row> again) {
    return Collections.max(again, Comparator.comparingDouble(GridPlan::distance));
  }

  private static double distance(Row row) {
    return row.indices().values().stream()
        .mapToDouble(index -> Math.abs(Math.log(index.value() / 100)))
        .max()
        .orElse(0);
  }

  /** The servers of each case. */
  private List<List<Contestant>> play(List<NamedServer> seats, List<Map<String, String>> together)
      throws IOException, InterruptedException {
    Map<String, String> labels = together.getFirst();
    ServerStarts starts =
        new ServerStarts(
            contest(labels),
            new Jvms(heap, Integer.parseInt(labels.get(CORES))),
            together.stream().map(one -> one.get(SERVICE)).distinct().toList(),
            turns.alone(),
            flags);
    return Tournament.play(
        seats.stream().map(starts::of).toList(),
        together.stream().map(one -> contest(one).load().of(one, starts.isOfEvery())).toList(),
        schedule,
        turns,
        offer);
  }
}
