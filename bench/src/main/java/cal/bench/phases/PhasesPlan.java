package cal.bench.phases;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.server.ServerCommands;
import cal.bench.tournament.Cases;
import cal.bench.tournament.Caveats;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.SlotFigures;
import cal.cli.server.ServerProcess;
import cal.cli.server.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Lets servers live through the phases, one server after the other, the baseline twice. Nothing is
 * held: a server that follows the load needs its clock. Immutable.
 *
 * @param servers the baseline first
 * @param phases in their order, each a case
 * @param settle from a change of the load to the slot
 * @param loops event loops of {@code reactive-pool}, and of those that follow the load
 */
record PhasesPlan(
    List<NamedServer> servers,
    List<Phase> phases,
    Schedule schedule,
    Duration settle,
    Jvms jvms,
    int loops,
    List<String> flags)
    implements Plan {
  private static final String PHASE = "phase";

  /** Long enough for each idle connection to get an answer first. */
  private static final Duration EVERYBODY = Duration.ofMillis(300);

  private static final Duration EVERYBODY_MORE = Duration.ofNanos(100_000);
  private static final Duration A_CONNECTION = Duration.ofNanos(150_000);

  /** Of a case, what is neither settling nor a slot. */
  private static final Duration AROUND = Duration.ofMillis(150);

  private static final Set<String> OPEN_LOOP =
      Set.of(
          SlotFigures.OFFERED,
          SlotFigures.CAPACITY,
          SlotFigures.LOOKS_GENERATOR,
          SlotFigures.CONNECT_P50,
          SlotFigures.CONNECT_P99);

  /** So long each idle connection asks before it falls idle, and at the end. */
  static Duration everybody(Phase phase) {
    return EVERYBODY.plus(EVERYBODY_MORE.multipliedBy(phase.idle()));
  }

  /** The services of the phases, each once. */
  List<String> services() {
    return phases.stream().map(Phase::service).distinct().toList();
  }

  /** The command of a server with all services. */
  List<String> command(NamedServer server) {
    List<String> all = new ArrayList<>(flags);
    server.settings().forEach((setting, value) -> all.add("-D" + setting + "=" + value));
    return new ServerCommands(jvms, EveryService.UPLOAD, loops, all)
        .program(server.runs(), EveryService.class.getName());
  }

  @Override
  public List<Map<String, String>> cases() {
    return Cases.of(Map.entry(PHASE, phases.stream().map(Phase::name).toList()));
  }

  private int number(Map<String, String> labels) {
    return cases().indexOf(labels);
  }

  /** The first has the starts. */
  @Override
  public Duration estimate(Map<String, String> labels) {
    int number = number(labels);
    Phase phase = phases.get(number);
    Duration idle =
        phase.idle() == 0
            ? Duration.ZERO
            : everybody(phase).multipliedBy(2).plus(A_CONNECTION.multipliedBy(phase.idle()));
    Duration once = settle.plus(schedule.slot()).plus(AROUND).plus(idle);
    Duration young = ServerProcess.USUAL_START.plus(WarmUp.usual(schedule.warmUp()));
    return once.multipliedBy(schedule.rounds())
        .plus(number == 0 ? young : Duration.ZERO)
        .multipliedBy(schedule.jvms() * (servers.size() + 1L));
  }

  @Override
  public long connections(Map<String, String> labels) {
    Phase phase = phases.get(number(labels));
    return (long) phase.clients() + phase.idle();
  }

  @Override
  public List<Figure> figures() {
    List<Figure> figures =
        new ArrayList<>(
            SlotFigures.OF_CONTESTANTS.stream()
                .filter(figure -> !OPEN_LOOP.contains(figure.key()))
                .toList());
    figures.addAll(1, Beside.FIGURES);
    return figures;
  }

  @Override
  public String baseline() {
    return servers.getFirst().name();
  }

  @Override
  public String heap() {
    return jvms.heap();
  }

  @Override
  public String method() {
    return """
    Each server is one process with all services, on %d core(s); the clients have a core of their \
    own, or share one of two. It lives through all phases in their order, %d time(s) in each of %d \
    JVM(s), after a warm-up of %s s at most by two clients of each service. In a phase, idle \
    connections come first, and have an answer each. Then the clients ask in a closed loop; %s s \
    later a slot of %s s is measured. All connections of a phase leave at its end. Servers live one \
    after the other, in another order in each JVM, since one that follows the load cannot be held. \
    The time of an answer is a second by the right answers of a second: the median of the rounds \
    of a JVM, and the geometric mean of the JVMs. A server whose model follows the load is set \
    beside the models that stay, each phase by itself: the best of them has the least mean, the \
    worst the most, of those that answered in all rounds. Chance favours the best of several, so \
    the distance to it is rather too large. In the second row of the baseline all indices are \
    beside the baseline. `reactive-pool` has %d loop(s).\
    """
        .formatted(
            jvms.cores(),
            schedule.rounds(),
            schedule.jvms(),
            Schedule.seconds(schedule.warmUp()),
            Schedule.seconds(settle),
            Schedule.seconds(schedule.slot()),
            loops);
  }

  /** All: a server lives through each of them. */
  @Override
  public List<Map<String, String>> together(Map<String, String> labels) {
    return cases();
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
    List<PhasesSeat> seats = new ArrayList<>();
    seats.add(new PhasesSeat(servers.getFirst(), this));
    servers.forEach(server -> seats.add(new PhasesSeat(server, this)));
    Listener first = listeners.apply(together.getFirst());
    for (int jvm = 1; jvm <= schedule.jvms(); jvm++) {
      for (int i = 0; i < seats.size(); i++) {
        PhasesSeat seat = seats.get((jvm - 1 + i) % seats.size());
        first.now("JVM %d, %s".formatted(jvm, seat.server().name()));
        seat.live(jvm);
      }
    }
    return together.stream().map(labels -> cell(labels, seats, listeners.apply(labels))).toList();
  }

  private Cell cell(Map<String, String> labels, List<PhasesSeat> seats, Listener listener) {
    int phase = number(labels);
    List<Contestant> models =
        seats.stream()
            .filter(seat -> !seat.server().isAdaptive())
            .map(seat -> seat.contestant(phase))
            .toList();
    Beside beside = new Beside(models);
    List<Row> rows = new ArrayList<>();
    List<String> unusual = new ArrayList<>();
    for (int i = 0; i < seats.size(); i++) {
      PhasesSeat seat = seats.get(i);
      Contestant contestant = seat.contestant(phase);
      String name = seat.server().name();
      rows.add(
          beside.row(contestant.row(name, i == 1, models.getFirst()), contestant, seat.server()));
      SlotFigures.tell(contestant.slots(), name, i == 1, listener);
      contestant.warn(name, unusual);
      if (!seat.changes(phase).isEmpty()) {
        unusual.add(
            "%s changed %d stage(s) in this phase, in %d round(s); the last: %s"
                .formatted(
                    name,
                    seat.changes(phase).size(),
                    contestant.slots().size(),
                    seat.changes(phase).getLast()));
      }
    }
    int clients = phases.get(phase).clients();
    List<Row> judged = Caveats.of(rows, clients);
    List<String> warnings = Caveats.warnings(judged, clients);
    warnings.addAll(unusual);
    return new Cell(labels, judged, warnings);
  }
}
