package cal.bench.overload;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.server.Services;
import cal.bench.tournament.Caveats;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Layers;
import cal.bench.tournament.Offer;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.Slot;
import cal.bench.tournament.SlotFigures;
import cal.bench.tournament.Tournament;
import cal.bench.tournament.Turns;
import cal.cli.load.Clients;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.Pace;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.Sessions;
import cal.cli.server.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Measures servers under more load than bearable. The servers of a case are alive together, the
 * first twice, and have slots; outside these, servers are held. Immutable.
 */
record OverloadPlan(
    String service,
    List<NamedServer> servers,
    List<Map<String, String>> cases,
    Limits limits,
    Schedule schedule,
    Duration calm,
    Duration recovery,
    List<String> flags)
    implements Plan {
  static final String POLICY = "when_full";
  static final String LOAD = "load";

  /** In place of a policy: the limit is found, and no policy is set. */
  static final String AUTO = "auto";

  /** In place of a policy: connections are kept, and nothing is set. */
  static final String KEPT = "kept";

  /** The same, and the binding names a refusal of late requests. */
  static final String BUSY = "busy";

  /** All that keep connections. */
  static final List<String> KEEPING = List.of(KEPT, BUSY);

  private static final Turns HELD = new Turns(false, Duration.ZERO);
  private static final String HEAP = "512m";

  /** Before the calm, and until two slices are as before, at the earliest. */
  private static final Duration AROUND = Duration.ofMillis(1500);

  /** The most timeouts in the wait for a queue. */
  private static final double MOST_SETTLING = 10;

  /** The load before and after, in parts of the capacity. */
  private static final double CALM = 0.5;

  /** Clients of the closed loop: enough to keep a core busy, and none is refused. */
  private static final int MOST_CLOSED = 32;

  /**
   * The limits of a load. Immutable.
   *
   * @param inFlight activities of each stage of a server
   * @param clients the most waiting clients at a time
   * @param timeout after which a client gives up
   */
  record Limits(int inFlight, int clients, Duration timeout) {}

  @Override
  public String baseline() {
    return servers.getFirst().name();
  }

  @Override
  public List<Figure> figures() {
    return OverloadKind.FIGURES;
  }

  @Override
  public String heap() {
    return HEAP;
  }

  @Override
  public String method() {
    return """
    Each request is a connection of its own, unless connections are kept. After a warm-up of %s s at most, a capacity is the \
    answers a second that %d clients have in a closed loop, the best of looks of %s s. Loads are \
    parts of the mean capacity of the first server's two JVMs. Then slots, in %d round(s) of %d \
    JVM(s) each; a server is held (SIGSTOP) outside its slots. A slot is an open loop (Poisson \
    arrivals): %.1f of the capacity for %s s, the load of the case, and again %.1f until the \
    server has recovered. At most %,d clients wait, and each gives up after %s s; latency counts \
    from when a request was to be sent. The load is measured for %s s once it has settled, after \
    timeout / (load - 1) and a timeout more, %.0f timeouts at most. Recovery is until, in two half \
    seconds on end, all were answered and the p99 is at most %.1f times that before; there is none \
    where that took more than %s s in most rounds. Each stage admits %d activities at a time. A \
    refusal is a connection that was closed without an answer, or a line that says so. Of kept \
    connections a tenth is urgent, and asks for a tenth of the load; CPU time is of an answer to \
    the others. Memory is the most that was \
    resident of a heap of %s.\
    """
        .formatted(
            Schedule.seconds(schedule.warmUp()),
            closedClients(),
            Schedule.seconds(schedule.look()),
            schedule.rounds(),
            schedule.jvms(),
            CALM,
            Schedule.seconds(calm),
            CALM,
            limits.clients(),
            Schedule.seconds(limits.timeout()),
            Schedule.seconds(schedule.slot()),
            MOST_SETTLING,
            Recovery.ALIKE,
            Schedule.seconds(recovery),
            limits.inFlight(),
            HEAP);
  }

  private int closedClients() {
    return Math.min(MOST_CLOSED, limits.inFlight());
  }

  /** Above its capacity a server has a queue as long as its clients' patience. */
  @Override
  public Duration estimate(Map<String, String> labels) {
    Duration more = AROUND.plus(calm).plus(settling(load(labels)));
    if (load(labels) > 1) {
      more = more.plus(limits.timeout());
    }
    return schedule
        .estimate(1, 1)
        .plus(schedule.estimateOfCapacity())
        .plus(more.multipliedBy((long) schedule.rounds() * schedule.jvms()))
        .multipliedBy(servers.size() + 1L);
  }

  private Duration settling(double load) {
    double filling = load > 1 ? 1 / (load - 1) : 0;
    double timeouts = Math.min(1 + filling, MOST_SETTLING);
    return Duration.ofMillis(Math.round(limits.timeout().toMillis() * timeouts));
  }

  @Override
  public long connections(Map<String, String> labels) {
    return limits.clients();
  }

  private static double load(Map<String, String> labels) {
    return Double.parseDouble(labels.get(LOAD));
  }

  @Override
  public Cell measure(Map<String, String> labels, Listener listener)
      throws IOException, InterruptedException {
    List<NamedServer> named = new ArrayList<>(servers);
    named.addFirst(servers.getFirst());
    List<Layers.Starting> starts = new ArrayList<>();
    named.forEach(server -> starts.add(() -> Layers.start(command(server, labels))));
    listener.now(String.join(", ", named.stream().map(NamedServer::name).toList()));
    Offer offer = new Offer(100 * load(labels), Offer.Unit.OF_THE_BASELINE);
    List<Tournament.Load> loads = List.of(new Tournament.Load(clients(labels)));
    List<Contestant> all = Tournament.play(starts, loads, schedule, HELD, offer).getFirst();
    List<Row> rows = new ArrayList<>();
    List<String> unusual = new ArrayList<>();
    Caveats.addUnlike(all.get(0), all.get(1), unusual);
    for (int i = 0; i < all.size(); i++) {
      String name = named.get(i).name();
      List<Slot> slots = all.get(i).slots();
      List<Map<String, Double>> each = slots.stream().map(OverloadPlan::varying).toList();
      rows.add(all.get(i).row(name, i == 1, all.getFirst()).ofJvms(each));
      SlotFigures.tell(slots, name, i == 1, listener);
      warn(name, slots, unusual);
    }
    List<Row> judged = Caveats.of(rows, limits.clients());
    List<String> warnings = Caveats.warnings(judged, limits.clients());
    warnings.addAll(unusual);
    return new Cell(labels, judged, warnings);
  }

  /** The figures whose spread over rounds is drawn. */
  private static Map<String, Double> varying(Slot slot) {
    return Map.of(
        SlotFigures.ANSWERS, slot.more().get(SlotFigures.ANSWERS),
        Overload.SHARE, slot.more().get(Overload.SHARE),
        SlotFigures.P99, slot.p99());
  }

  /** Adds what a reader must know. */
  private void warn(String name, List<Slot> slots, List<String> warnings) {
    Predicate<Slot> unknown = slot -> Double.isInfinite(slot.more().get(Overload.CALM_P99));
    warn(
        name,
        slots,
        "nobody was answered before the load, so that recovery is unknown",
        unknown,
        warnings);
    warn(
        name,
        slots,
        "nobody was answered in time under the load",
        slot -> slot.result().latency() == null,
        warnings);
    warn(
        name,
        slots,
        "it had not recovered within %s s after the load".formatted(Schedule.seconds(recovery)),
        unknown.negate().and(slot -> Double.isInfinite(slot.more().get(Overload.RECOVERY))),
        warnings);
    Caveats.addOthers(name, slots.stream().map(Slot::result), warnings);
  }

  private static void warn(
      String name, List<Slot> slots, String what, Predicate<Slot> when, List<String> warnings) {
    long rounds = slots.stream().filter(when).count();
    if (rounds > 0) {
      warnings.add("%s: in %d of %d rounds %s".formatted(name, rounds, slots.size(), what));
    }
  }

  private List<String> command(NamedServer server, Map<String, String> labels) {
    List<String> all = new ArrayList<>(flags);
    String policy = labels.get(POLICY);
    if (policy.equals(BUSY)) {
      return server.declaredCommand(new Jvms(HEAP, 1), service, all);
    }
    if (policy.equals(AUTO)) {
      all.add("-Dcal.max-in-flight=auto");
    } else if (!isKept(labels)) {
      all.add("-Dcal.when-full=" + policy);
      all.add("-Dcal.max-in-flight=" + limits.inFlight());
    }
    return server.command(new Jvms(HEAP, 1), service, 1, all);
  }

  private static boolean isKept(Map<String, String> labels) {
    return KEEPING.contains(labels.get(POLICY));
  }

  /** Those of a closed loop, which show the capacity, and those of the load. */
  private Clients.Opening<ServerProcess> clients(Map<String, String> labels) {
    Sessions sessions = isKept(labels) ? Sessions.LONG : Sessions.SHORT;
    Workload workload = Services.workload(service);
    return (server, most, pace) -> {
      OptionalLong pid = OptionalLong.of(server.pid());
      if (!(pace instanceof Pace.Arriving arriving)) {
        LoadSpec closed = load(server, workload, sessions, closedClients());
        return LoadSession.open(closed.atMost(most), pid);
      }
      int waiting = limits.clients();
      LoadSpec urgent =
          isKept(labels)
              ? load(
                  server, Workload.urgentFactor(), sessions, Math.max(1, waiting / Overload.OTHERS))
              : null;
      return new Overload(
          load(server, workload, sessions, waiting),
          urgent,
          arriving.perSecond(),
          arriving.perSecond() * CALM / load(labels),
          new Overload.Times(calm, settling(load(labels)), recovery),
          pid);
    };
  }

  private LoadSpec load(ServerProcess server, Workload workload, Sessions sessions, int clients) {
    return new LoadSpec(server.address(), workload, sessions, clients, 1, limits.timeout());
  }
}
