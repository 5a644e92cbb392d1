package cal.bench;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Ratio;
import cal.bench.experiment.Row;
import cal.bench.load.ErrorKind;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Measures servers under more load than they can bear. Those of a case are alive together, the
 * first one twice, and have turns; outside them they are held. Immutable.
 */
record OverloadPlan(
    ServersUnderTest jvms,
    String service,
    List<NamedServer> servers,
    List<Map<String, String>> cases,
    Limits limits,
    Pace pace,
    List<String> flags)
    implements Plan {
  static final String POLICY = "when_full";
  static final String LOAD = "load";

  private static final String HEAP = "512m";
  private static final Duration START = Duration.ofMillis(1200);

  /** About so many looks show a capacity. */
  private static final int LOOKS = 4;

  /** Before the calm, and until two slices are as before, at the earliest. */
  private static final Duration AROUND = Duration.ofMillis(1500);

  /** How often a timeout fits into the time that is waited for a queue, at most. */
  private static final double MOST_SETTLING = 10;

  /** What is asked for before and after, in parts of the capacity. */
  private static final double CALM = 0.5;

  /** Two capacities are the same if they are no more than so much of their mean apart. */
  private static final double ALIKE = 0.1;

  /** Clients of the closed loop: enough to keep a core busy, and none is refused. */
  private static final int MOST_CLOSED = 32;

  /** A server that parts from a client without an answer has refused it. */
  private static final Set<ErrorKind> REFUSALS =
      EnumSet.of(ErrorKind.CLOSED, ErrorKind.RESET, ErrorKind.REFUSED, ErrorKind.CONNECT_REFUSED);

  private static final Set<ErrorKind> NO_TIME =
      EnumSet.of(ErrorKind.TIMEOUT, ErrorKind.CONNECT_FAILED);

  /**
   * How much there may be. Immutable.
   *
   * @param inFlight activities of each stage of a server
   * @param clients that may wait for an answer at a time
   * @param timeout after which a client gives up
   */
  record Limits(int inFlight, int clients, Duration timeout) {}

  /**
   * How long is measured. Immutable.
   *
   * @param rounds in each of which each server has a turn
   * @param warmUp of each JVM before, at most
   * @param look for the capacity, again and again until it does not rise
   * @param calm before the load
   * @param loaded the load while it is measured
   * @param recovery after it, at most
   */
  record Pace(
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
    return List.of(
        new Figure(
            "offered_per_second", "offered/s", "requests that arrive a second", 0, Best.NONE),
        TurnFigures.ANSWERS,
        TurnFigures.ANSWERS_RATIO,
        new Figure(
            "answered_share", "of offered", "right answers, in parts of the offered", 2, Best.NONE),
        TurnFigures.CPU,
        TurnFigures.CPU_RATIO,
        new Figure("p50_ms", "p50 ms", "median latency of what was answered, ms", 1, Best.LOW),
        new Figure("p99_ms", "p99 ms", "99th percentile of latency, ms", 1, Best.LOW),
        new Figure("refused_per_second", "refused/s", "refused, a second", 0, Best.LOW),
        new Figure(
            "timeouts_per_second", "gave up/s", "without answer in time, a second", 0, Best.LOW),
        new Figure("recovery_s", "recovery s", "until it has recovered, s", 1, Best.LOW),
        new Figure("calm_p99_ms", "p99 ms before", "99th percentile before, ms", 1, Best.LOW),
        new Figure("capacity_per_second", "capacity/s", "answers/s of a closed loop", 0, Best.HIGH),
        TurnFigures.PEAK_MEMORY,
        new Figure("threads", "threads", "threads after the load", 0, Best.NONE),
        TurnFigures.SWITCHES,
        TurnFigures.GENERATOR);
  }

  @Override
  public String method() {
    return """
    Each request is a connection of its own. First each server is warmed up by two clients, for %s \
    s at most; then its capacity: the answers a second that %d clients have in a closed loop, the \
    best of looks of %s s until two in a row are no better. Loads are parts of the capacity of the \
    first server, which is measured twice, in two JVMs: of the mean of both. So all servers of a \
    case are offered the same. Then turns, in %d round(s), all servers of a case alive and held \
    (SIGSTOP) outside their turns. A turn is an open loop (Poisson arrivals, from the same seed \
    for each): %.1f of that capacity until all are answered and then for %s s, the load of the \
    case, and again %.1f until the server has recovered; it ends when nobody waits any more. A \
    request that finds all %,d clients waiting waits, too: latency counts from when it was to be \
    sent, and after %s s a client gives up. The load is measured for %s s, from when it has \
    settled: at a load L above 1, a queue that turns nobody away is as long as clients are patient \
    after timeout / (L - 1), and one timeout later the first of those have given up; so long is \
    waited, but %.0f timeouts at most, and one timeout at a load that is none too much. \
    Throughput, latency, CPU time, refusals and timeouts are those while the load is measured, \
    medians of the rounds; ratios are to the first server. Recovery is from the end of the load \
    until in half a second, and in the next, every request that came to an end was answered and \
    the p99 is at most %.1f times that before; where it was not within %s s in most rounds, or \
    nobody was answered before, there is none. Each stage admits %d activities at a time; at a \
    full one the case's policy says what becomes of the next. A refusal is a connection that was \
    closed without an answer. Memory is the most it had resident, and so mostly how much of its \
    heap of %s it has touched. The servers are on core 0, the clients on core 1.\
    """
        .formatted(
            seconds(pace.warmUp()),
            closedClients(),
            seconds(pace.look()),
            pace.rounds(),
            CALM,
            seconds(pace.calm()),
            CALM,
            limits.clients(),
            seconds(limits.timeout()),
            seconds(pace.loaded()),
            MOST_SETTLING,
            Recovery.ALIKE,
            seconds(pace.recovery()),
            limits.inFlight(),
            HEAP);
  }

  private static String seconds(Duration time) {
    return String.valueOf(time.toMillis() / 1000.0);
  }

  private int closedClients() {
    return Math.min(MOST_CLOSED, limits.inFlight());
  }

  /** Above its capacity a server has a queue that is as long as its clients are patient. */
  @Override
  public Duration estimate(Map<String, String> labels) {
    Overload.Times times = times(load(labels));
    Duration turn = AROUND.plus(times.calm()).plus(times.settling()).plus(times.loaded());
    if (load(labels) > 1) {
      turn = turn.plus(limits.timeout());
    }
    Duration warmUp = WarmUp.usual(pace.warmUp());
    Duration server = START.plus(warmUp).plus(pace.look().multipliedBy(LOOKS));
    return server.plus(turn.multipliedBy(pace.rounds())).multipliedBy(servers.size() + 1L);
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
    List<Seat> seats = new ArrayList<>();
    try {
      List<NamedServer> named = new ArrayList<>(servers);
      named.addFirst(servers.getFirst());
      for (NamedServer server : named) {
        listener.now("the capacity of " + server.name());
        Seat seat = new Seat(server, ServerProcess.start(command(server, labels)));
        seats.add(seat);
        seat.findCapacity();
      }
      List<String> warnings = new ArrayList<>();
      double capacity = common(seats.get(0).capacity, seats.get(1).capacity, warnings);
      Overload.Times times = times(load(labels));
      for (int round = 0; round < pace.rounds(); round++) {
        for (int i = 0; i < seats.size(); i++) {
          Seat seat = seats.get((round + i) % seats.size());
          listener.now("round " + (round + 1) + ", " + seat.server.name());
          seat.turn(load(labels) * capacity, CALM * capacity, times);
        }
      }
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < seats.size(); i++) {
        rows.add(seats.get(i).row(load(labels) * capacity, i == 1, seats.getFirst()));
        seats.get(i).warn(warnings);
      }
      return new Cell(labels, rows, warnings);
    } finally {
      seats.forEach(Seat::close);
    }
  }

  /** The capacity that loads are parts of, from both JVMs of the first server. */
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
    all.add("-Dcal.when-full=" + labels.get(POLICY));
    all.add("-Dcal.max-in-flight=" + limits.inFlight());
    return server.command(jvms.with(HEAP, 1), service, 1, all);
  }

  private LoadSpec spec(ServerProcess process, int clients) {
    Workload workload = ServersUnderTest.workload(service);
    return new LoadSpec(process.address(), workload, Sessions.SHORT, clients, 1, limits.timeout());
  }

  /** A server, and what it has shown. Nobody is connected to it while it is held. */
  private final class Seat implements AutoCloseable {
    private final NamedServer server;
    private final ServerProcess process;
    private final ProcessFigures figures;
    private final List<Overload.Seen> seen = new ArrayList<>();
    private final List<Tournament.Turn> turns = new ArrayList<>();
    private double capacity;
    private int threads;

    Seat(NamedServer server, ServerProcess process) {
      this.server = server;
      this.process = process;
      this.figures = new ProcessFigures(process.pid());
    }

    private OptionalLong pid() {
      return OptionalLong.of(process.pid());
    }

    void findCapacity() throws IOException, InterruptedException {
      LoadSpec closed = spec(process, closedClients());
      WarmUp.byFew(process, closed, pace.warmUp(), result -> {});
      capacity = Overload.capacity(closed, pace.look(), pid());
      process.hold();
    }

    void turn(double offered, double calm, Overload.Times times)
        throws IOException, InterruptedException {
      process.goOn();
      LoadSpec open = spec(process, limits.clients());
      Overload.Seen turn = new Overload(open, offered, calm, times).measure(pid());
      threads = Math.max(threads, figures.threads());
      process.hold();
      seen.add(turn);
      turns.add(new Tournament.Turn(1, turn.loaded(), turn.switches()));
    }

    private double median(ToDoubleFunction<Overload.Seen> figure) {
      return Duel.median(seen, figure);
    }

    Row row(double offered, boolean again, Seat base) {
      Map<String, Double> row = new LinkedHashMap<>();
      row.put("offered_per_second", offered);
      row.put(TurnFigures.ANSWERS.key(), median(turn -> turn.loaded().answersPerSecond()));
      row.put("answered_share", median(turn -> turn.loaded().answersPerSecond() / offered));
      row.put(TurnFigures.CPU.key(), Duel.median(turns, Tournament.Turn::cpu));
      row.put("p50_ms", median(turn -> turn.loaded().p50Millis()));
      row.put("p99_ms", median(turn -> turn.loaded().p99Millis()));
      row.put("refused_per_second", median(turn -> aSecond(turn.loaded(), REFUSALS)));
      row.put("timeouts_per_second", median(turn -> aSecond(turn.loaded(), NO_TIME)));
      row.put("recovery_s", median(Seat::recovery));
      row.put("calm_p99_ms", median(turn -> turn.calmP99Micros() / 1000.0));
      row.put("capacity_per_second", capacity);
      row.put(TurnFigures.PEAK_MEMORY.key(), figures.peakResident() / 1048576.0);
      row.put("threads", (double) threads);
      row.put(TurnFigures.SWITCHES.key(), Duel.median(turns, Tournament.Turn::switchesAnAnswer));
      row.put(TurnFigures.GENERATOR.key(), median(turn -> turn.loaded().generatorCpuShare() * 100));
      Map<String, Ratio> ratios = this == base ? Map.of() : TurnFigures.ratios(turns, base.turns);
      Map<String, Long> errors = new TreeMap<>();
      for (Overload.Seen turn : seen) {
        turn.errors().forEach((kind, count) -> errors.merge(kind.toString(), count, Long::sum));
      }
      return new Row(server.name(), again, row, ratios, errors);
    }

    private static double recovery(Overload.Seen turn) {
      return turn.recoverySeconds() == null ? Double.POSITIVE_INFINITY : turn.recoverySeconds();
    }

    void warn(List<String> warnings) {
      warn(
          warnings,
          "nobody was answered before the load, so that recovery is unknown",
          turn -> Double.isInfinite(turn.calmP99Micros()));
      warn(
          warnings,
          "it had not recovered within %s s after the load".formatted(seconds(pace.recovery())),
          turn -> Double.isFinite(turn.calmP99Micros()) && turn.recoverySeconds() == null);
      double share = median(turn -> turn.loaded().generatorCpuShare());
      if (share > LoadResult.BUSY) {
        warnings.add(
            "%s: the clients took %.0f%% of their core".formatted(server.name(), share * 100));
      }
      Doubts.addOthers(server.name(), seen.stream().map(Overload.Seen::loaded), warnings);
    }

    private void warn(List<String> warnings, String what, Predicate<Overload.Seen> when) {
      long rounds = seen.stream().filter(when).count();
      if (rounds > 0) {
        warnings.add(
            "%s: in %d of %d rounds %s".formatted(server.name(), rounds, seen.size(), what));
      }
    }

    @Override
    public void close() {
      process.close();
    }
  }

  private static double aSecond(LoadResult loaded, Set<ErrorKind> kinds) {
    return loaded.errors().entrySet().stream()
            .filter(error -> kinds.contains(error.getKey()))
            .mapToLong(Map.Entry::getValue)
            .sum()
        / loaded.seconds();
  }
}
