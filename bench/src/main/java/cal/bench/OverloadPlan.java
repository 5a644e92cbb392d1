package cal.bench;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Figure.Best;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Plan;
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

/** Measures servers under more load than they can bear, one after the other. Immutable. */
record OverloadPlan(
    ServersUnderTest jvms,
    String service,
    List<NamedServer> servers,
    List<Map<String, String>> cases,
    Limits limits,
    Overload.Times times,
    List<String> flags)
    implements Plan {
  static final String POLICY = "when_full";
  static final String LOAD = "load";

  private static final String HEAP = "512m";
  private static final Duration START = Duration.ofSeconds(2);

  /** What is asked for before and after, in parts of the capacity. */
  private static final double CALM = 0.5;

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

  @Override
  public String baseline() {
    return null;
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        new Figure(
            "offered_per_second", "offered/s", "requests that arrive a second", 0, Best.NONE),
        new Figure("answers_per_second", "answers/s", "right answers a second", 0, Best.HIGH),
        new Figure(
            "goodput", "of capacity", "right answers, in parts of the capacity", 2, Best.HIGH),
        new Figure("p50_ms", "p50 ms", "median latency of what was answered, ms", 1, Best.LOW),
        new Figure("p99_ms", "p99 ms", "99th percentile of latency, ms", 1, Best.LOW),
        new Figure("refused_per_second", "refused/s", "refused, a second", 0, Best.LOW),
        new Figure(
            "timeouts_per_second", "gave up/s", "without answer in time, a second", 0, Best.LOW),
        new Figure("recovery_s", "recovery s", "until latency is what it was, s", 1, Best.LOW),
        new Figure("calm_p99_ms", "p99 ms before", "99th percentile before, ms", 1, Best.LOW),
        new Figure("capacity_per_second", "capacity/s", "answers/s of a closed loop", 0, Best.HIGH),
        new Figure("threads", "threads", "threads after the load", 0, Best.NONE));
  }

  @Override
  public String method() {
    return """
    Each request is a connection of its own. First the capacity: the answers a second that %d \
    clients have in a closed loop, the best of looks of %s s until two in a row are no better. Then an open loop (Poisson arrivals, from the same seed for each \
    server): %.1f of the capacity for %s s, the load of the case for %s s, and again %.1f. A request \
    that finds all %,d clients waiting waits, too: latency counts from when it was to be sent, and \
    after %s s a client gives up. Throughput, latency and refusals are those under the load; \
    recovery is from its end until the p99 of half a second, and of the next, is at most %.1f times \
    that before, and none if it was not within %s s. Each stage admits %d activities at a time; at \
    a full one the case's policy says what becomes of the next. A refusal is a connection that was \
    closed without an answer. The server is on core 0, the clients on core 1.\
    """
        .formatted(
            closedClients(),
            seconds(times.look()),
            CALM,
            seconds(times.calm()),
            seconds(times.loaded()),
            CALM,
            limits.clients(),
            seconds(limits.timeout()),
            Recovery.ALIKE,
            seconds(times.most()),
            limits.inFlight());
  }

  private static String seconds(Duration time) {
    return String.valueOf(time.toMillis() / 1000.0);
  }

  private int closedClients() {
    return Math.min(MOST_CLOSED, limits.inFlight());
  }

  @Override
  public Duration estimate(Map<String, String> labels) {
    Duration least = START.plus(times.look().multipliedBy(5)).plus(times.calm());
    return least.plus(times.loaded()).plus(Duration.ofSeconds(2)).multipliedBy(servers.size());
  }

  @Override
  public Cell measure(Map<String, String> labels, Listener listener)
      throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    for (NamedServer server : servers) {
      listener.now(server.name());
      rows.add(measure(server, labels, warnings));
    }
    return new Cell(labels, rows, warnings);
  }

  private Row measure(NamedServer server, Map<String, String> labels, List<String> warnings)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(flags);
    all.add("-Dcal.when-full=" + labels.get(POLICY));
    all.add("-Dcal.max-in-flight=" + limits.inFlight());
    double load = Double.parseDouble(labels.get(LOAD));
    try (ServerProcess process =
        ServerProcess.start(server.command(jvms.with(HEAP, 1), service, 1, all))) {
      Overload overload =
          new Overload(
              spec(process, closedClients()), spec(process, limits.clients()), load, CALM, times);
      Overload.Seen seen = overload.measure(OptionalLong.of(process.pid()));
      if (seen.recoverySeconds() == null) {
        warnings.add(
            "%s: latency was not what it was within %s s after the load"
                .formatted(server.name(), seconds(times.most())));
      }
      if (seen.loaded().generatorCpuShare() > 0.9) {
        warnings.add(
            "%s: the clients took %.0f%% of their core"
                .formatted(server.name(), seen.loaded().generatorCpuShare() * 100));
      }
      return row(server, load, seen, new ProcessFigures(process.pid()).threads());
    }
  }

  private LoadSpec spec(ServerProcess process, int clients) {
    Workload workload = ServersUnderTest.workload(service);
    return new LoadSpec(process.address(), workload, Sessions.SHORT, clients, 1, limits.timeout());
  }

  private static Row row(NamedServer server, double load, Overload.Seen seen, int threads) {
    LoadResult loaded = seen.loaded();
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("offered_per_second", load * seen.capacity());
    figures.put("answers_per_second", loaded.answersPerSecond());
    figures.put("goodput", loaded.answersPerSecond() / seen.capacity());
    if (loaded.latency() != null) {
      figures.put("p50_ms", loaded.latency().p50Micros() / 1000.0);
      figures.put("p99_ms", loaded.latency().p99Micros() / 1000.0);
    }
    figures.put("refused_per_second", aSecond(loaded, REFUSALS));
    figures.put("timeouts_per_second", aSecond(loaded, NO_TIME));
    figures.put("recovery_s", seen.recoverySeconds());
    figures.put("calm_p99_ms", seen.calmP99Micros() / 1000.0);
    figures.put("capacity_per_second", seen.capacity());
    figures.put("threads", (double) threads);
    Map<String, Long> errors = new TreeMap<>();
    seen.errors().forEach((kind, count) -> errors.put(kind.toString(), count));
    return new Row(server.name(), false, figures, Map.of(), errors);
  }

  private static double aSecond(LoadResult loaded, Set<ErrorKind> kinds) {
    return loaded.errors().entrySet().stream()
            .filter(error -> kinds.contains(error.getKey()))
            .mapToLong(Map.Entry::getValue)
            .sum()
        / loaded.seconds();
  }
}
