package cal.bench.overload;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Median;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.server.Jvms;
import cal.bench.server.NamedServer;
import cal.bench.server.Services;
import cal.bench.tournament.Capacity;
import cal.bench.tournament.Schedule;
import cal.cli.load.LoadSpec;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.Sessions;
import cal.cli.server.ServerProcess;
import cal.cli.server.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures servers under more load than bearable. The servers of a case are alive together, the
 * first twice, and have slots; outside these, servers are held. Immutable.
 */
record OverloadPlan(
    String service,
    List<NamedServer> servers,
    List<Map<String, String>> cases,
    Limits limits,
    Pace pace,
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

  private static final String HEAP = "512m";

  /** Before the calm, and until two slices are as before, at the earliest. */
  private static final Duration AROUND = Duration.ofMillis(1500);

  /** The most timeouts in the wait for a queue. */
  private static final double MOST_SETTLING = 10;

  /** The load before and after, in parts of the capacity. */
  private static final double CALM = 0.5;

  /** The largest difference of equal capacities, as a part of their mean. */
  private static final double ALIKE = 0.1;

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

  /**
   * The lengths of a measurement. Immutable.
   *
   * @param jvms of each server, one after the other
   * @param rounds of each JVM, with a slot for each server
   * @param warmUp of each JVM before, at most
   * @param look for the capacity, again and again until it does not rise
   * @param calm before the load
   * @param loaded the load while it is measured
   * @param recovery after it, at most
   */
  record Pace(
      int jvms,
      int rounds,
      Duration warmUp,
      Duration look,
      Duration calm,
      Duration loaded,
      Duration recovery) {}

  @Override
  public String baseline() {
    return servers.getFirst().name();
  }

  @Override
  public List<Figure> figures() {
    return OverloadSeat.FIGURES;
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
            Schedule.seconds(pace.warmUp()),
            closedClients(),
            Schedule.seconds(pace.look()),
            pace.rounds(),
            pace.jvms(),
            CALM,
            Schedule.seconds(pace.calm()),
            CALM,
            limits.clients(),
            Schedule.seconds(limits.timeout()),
            Schedule.seconds(pace.loaded()),
            MOST_SETTLING,
            Recovery.ALIKE,
            Schedule.seconds(pace.recovery()),
            limits.inFlight(),
            HEAP);
  }

  private int closedClients() {
    return Math.min(MOST_CLOSED, limits.inFlight());
  }

  /** Above its capacity a server has a queue as long as its clients' patience. */
  @Override
  public Duration estimate(Map<String, String> labels) {
    Overload.Times times = times(load(labels));
    Duration slot = AROUND.plus(times.calm()).plus(times.settling()).plus(times.loaded());
    if (load(labels) > 1) {
      slot = slot.plus(limits.timeout());
    }
    Duration warmUp = WarmUp.usual(pace.warmUp());
    Duration server =
        ServerProcess.USUAL_START.plus(warmUp).plus(pace.look().multipliedBy(Capacity.LOOKS));
    return server
        .plus(slot.multipliedBy(pace.rounds()))
        .multipliedBy(pace.jvms() * (servers.size() + 1L));
  }

  private Overload.Times times(double load) {
    double filling = load > 1 ? 1 / (load - 1) : 0;
    double timeouts = Math.min(1 + filling, MOST_SETTLING);
    Duration settling = Duration.ofMillis(Math.round(limits.timeout().toMillis() * timeouts));
    return new Overload.Times(pace.calm(), settling, pace.loaded(), pace.recovery());
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
    List<OverloadSeat> seats =
        named.stream().map(server -> new OverloadSeat(server.name())).toList();
    List<String> warnings = new ArrayList<>();
    List<Double> offered = new ArrayList<>();
    for (int jvm = 1; jvm <= pace.jvms(); jvm++) {
      try {
        for (int i = 0; i < seats.size(); i++) {
          listener.now("the capacity of " + seats.get(i).name());
          seats.get(i).begin(ServerProcess.start(command(named.get(i), labels)));
          LoadSpec closed = load(seats.get(i).process(), closedClients(), labels);
          seats.get(i).findCapacity(closed, pace.warmUp(), pace.look());
        }
        double capacity = common(seats.get(0).capacity(), seats.get(1).capacity(), warnings);
        offered.add(load(labels) * capacity);
        for (int round = 0; round < pace.rounds(); round++) {
          for (int i = 0; i < seats.size(); i++) {
            OverloadSeat seat = seats.get((round + i) % seats.size());
            listener.now("round " + (round + 1) + ", " + seat.name());
            LoadSpec open = load(seat.process(), limits.clients(), labels);
            Overload.Times times = times(load(labels));
            LoadSpec urgent = isKept(labels) ? urgent(seat.process()) : null;
            seat.slot(
                new Overload(open, urgent, offered.getLast(), CALM * capacity, times),
                offered.getLast());
          }
        }
      } finally {
        seats.forEach(OverloadSeat::close);
      }
    }
    List<Row> rows = new ArrayList<>();
    double middle = Median.of(offered, Double::doubleValue);
    for (int i = 0; i < seats.size(); i++) {
      rows.add(seats.get(i).row(middle, i == 1, seats.getFirst()));
      seats.get(i).tell(i == 1, listener);
      seats.get(i).warn(pace.recovery(), warnings);
    }
    return new Cell(labels, rows, warnings);
  }

  /** The capacity for loads as its parts, from both JVMs of the first server. */
  private static double common(double one, double other, List<String> warnings) {
    double mean = (one + other) / 2;
    if (Math.abs(one - other) > ALIKE * mean) {
      warnings.add(
          "the first server had a capacity of %,.0f/s in one JVM and of %,.0f/s in the other, so loads are parts of a mean"
              .formatted(one, other));
    }
    return mean;
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

  private LoadSpec load(ServerProcess process, int clients, Map<String, String> labels) {
    Workload workload = Services.workload(service);
    Sessions sessions = isKept(labels) ? Sessions.LONG : Sessions.SHORT;
    return new LoadSpec(process.address(), workload, sessions, clients, 1, limits.timeout());
  }

  /** The clients of a higher rank, beside the others. */
  private LoadSpec urgent(ServerProcess process) {
    int clients = Math.max(1, limits.clients() / Overload.OTHERS);
    return new LoadSpec(
        process.address(), Workload.urgentFactor(), Sessions.LONG, clients, 1, limits.timeout());
  }
}
