package cal.bench.overload;

import cal.bench.experiment.Figure;
import cal.bench.experiment.Index;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Median;
import cal.bench.experiment.Row;
import cal.bench.tournament.Capacity;
import cal.bench.tournament.Caveats;
import cal.bench.tournament.Schedule;
import cal.bench.tournament.Slot;
import cal.bench.tournament.SlotFigures;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.LoadResult;
import cal.cli.process.ProcessFigures;
import cal.cli.server.ServerProcess;
import cal.cli.server.WarmUp;
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
 * A server that is overloaded in turns, one JVM after the other, and what it has shown. Nobody is
 * connected to a JVM while it is held. Confined to one thread.
 */
final class OverloadSeat implements AutoCloseable {
  static final List<Figure> FIGURES =
      Figure.table(
          """
          offered_per_second
          answers_per_second
          answered_share      | of offered    | right answers, in parts of the offered  | 2 | none
          urgent_share        | of urgent     | the same of urgent clients              | 2 | none
          cpu_seconds_per_1000_answers
          cpu_index
          p50_ms              | p50 ms        | median latency of what was answered, ms | 1 | low
          p99_ms
          refused_per_second  | refused/s     | refused, a second                       | 0 | low
          timeouts_per_second | gave up/s     | without answer in time, a second        | 0 | low
          recovery_s          | recovery s    | until it has recovered, s               | 1 | low
          calm_p99_ms         | p99 ms before | 99th percentile before, ms              | 1 | low
          capacity_per_second
          peak_rss_mb
          threads             | threads       | threads after the load                  | 0 | none
          context_switches_per_answer
          generator_cpu_percent
          """,
          SlotFigures.OF_CONTESTANTS);

  /** A server that parts from a client without an answer has refused it. */
  private static final Set<ErrorKind> REFUSALS =
      EnumSet.of(ErrorKind.CLOSED, ErrorKind.RESET, ErrorKind.REFUSED, ErrorKind.CONNECT_REFUSED);

  private static final Set<ErrorKind> NO_TIME =
      EnumSet.of(ErrorKind.TIMEOUT, ErrorKind.CONNECT_FAILED);

  private static final String SHARE = "answered_share";

  private final String name;
  private final List<Overload.Seen> seen = new ArrayList<>();
  private final List<Slot> slots = new ArrayList<>();
  private final List<Double> capacities = new ArrayList<>();
  private final List<Map<String, Double>> each = new ArrayList<>();
  private final List<Double> urgentShares = new ArrayList<>();
  private ServerProcess process;
  private ProcessFigures figures;
  private long peak;
  private int threads;

  OverloadSeat(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  ServerProcess process() {
    return process;
  }

  /** Answers a second of a closed loop of the present JVM. */
  double capacity() {
    return capacities.getLast();
  }

  void begin(ServerProcess jvm) {
    process = jvm;
    figures = new ProcessFigures(jvm.pid());
  }

  private OptionalLong pid() {
    return OptionalLong.of(process.pid());
  }

  void findCapacity(LoadSpec closed, Duration warmUp, Duration look)
      throws IOException, InterruptedException {
    WarmUp.byFew(process, closed, warmUp);
    try (LoadSession session = LoadSession.open(closed, pid())) {
      capacities.add(Capacity.of(session, look).answersPerSecond());
    }
    process.hold();
  }

  void slot(Overload overload, double offered) throws IOException, InterruptedException {
    process.goOn();
    Overload.Seen slot = overload.measure(pid());
    threads = Math.max(threads, figures.threads());
    process.hold();
    seen.add(slot);
    slots.add(new Slot(capacities.size(), slot.loaded(), slot.switches()));
    Long urgent = slot.urgentAnswers();
    double urgentAnswers = urgent == null ? 0 : urgent / slot.loaded().seconds();
    urgentShares.add(urgentAnswers * Overload.OTHERS / offered);
    double answers = slot.loaded().answersPerSecond() + urgentAnswers;
    each.add(
        Map.of(
            SlotFigures.ANSWERS,
            answers,
            SHARE,
            answers / offered,
            SlotFigures.P99,
            slot.loaded().p99Millis()));
    peak = Math.max(peak, figures.peakResident());
  }

  private double median(ToDoubleFunction<Overload.Seen> figure) {
    return Median.of(seen, figure);
  }

  /** Its row, beside the first server. */
  Row row(double offered, boolean again, OverloadSeat base) {
    Map<String, Double> row = new LinkedHashMap<>();
    row.put("offered_per_second", offered);
    for (String key : List.of(SlotFigures.ANSWERS, SHARE, SlotFigures.P99)) {
      row.put(key, Median.of(each, one -> one.get(key)));
    }
    if (seen.getFirst().urgentAnswers() != null) {
      row.put("urgent_share", Median.of(urgentShares, Double::doubleValue));
    }
    row.put(SlotFigures.CPU, Index.mean(SlotFigures.costs(slots)));
    row.put("p50_ms", median(slot -> slot.loaded().p50Millis()));
    row.put("refused_per_second", median(slot -> aSecond(slot.loaded(), REFUSALS)));
    row.put("timeouts_per_second", median(slot -> aSecond(slot.loaded(), NO_TIME)));
    row.put("recovery_s", median(OverloadSeat::recovery));
    row.put("calm_p99_ms", median(slot -> slot.calmP99Micros() / 1000.0));
    row.put("capacity_per_second", Median.of(capacities, Double::doubleValue));
    row.put(SlotFigures.PEAK_MEMORY, peak / 1048576.0);
    row.put("threads", (double) threads);
    row.put(SlotFigures.SWITCHES, Median.of(slots, Slot::switchesAnAnswer));
    row.put(SlotFigures.GENERATOR, median(slot -> slot.loaded().generatorCpuShare() * 100));
    Map<String, Long> errors = new TreeMap<>();
    for (Overload.Seen slot : seen) {
      slot.errors().forEach((kind, count) -> errors.merge(kind.toString(), count, Long::sum));
    }
    return new Row(name, again, row, SlotFigures.indices(slots, base.slots), errors).ofJvms(each);
  }

  /** Tells of each time that it was loaded. */
  void tell(boolean again, Listener listener) {
    SlotFigures.tell(slots, name, again, listener);
  }

  private static double recovery(Overload.Seen slot) {
    return slot.recoverySeconds() == null ? Double.POSITIVE_INFINITY : slot.recoverySeconds();
  }

  private static double aSecond(LoadResult loaded, Set<ErrorKind> kinds) {
    return loaded.errors().entrySet().stream()
            .filter(error -> kinds.contains(error.getKey()))
            .mapToLong(Map.Entry::getValue)
            .sum()
        / loaded.seconds();
  }

  /** Adds what a reader must know; {@code most} is how long recovery was waited for. */
  void warn(Duration most, List<String> warnings) {
    warn(
        warnings,
        "nobody was answered before the load, so that recovery is unknown",
        slot -> Double.isInfinite(slot.calmP99Micros()));
    warn(
        warnings,
        "nobody was answered in time under the load",
        slot -> slot.loaded().latency() == null);
    warn(
        warnings,
        "it had not recovered within %s s after the load".formatted(Schedule.seconds(most)),
        slot -> Double.isFinite(slot.calmP99Micros()) && slot.recoverySeconds() == null);
    double share = median(slot -> slot.loaded().generatorCpuShare());
    if (share >= LoadResult.BUSY) {
      warnings.add("%s: the clients took %.0f%% of their core".formatted(name, share * 100));
    }
    Caveats.addOthers(name, seen.stream().map(Overload.Seen::loaded), warnings);
  }

  private void warn(List<String> warnings, String what, Predicate<Overload.Seen> when) {
    long rounds = seen.stream().filter(when).count();
    if (rounds > 0) {
      warnings.add("%s: in %d of %d rounds %s".formatted(name, rounds, seen.size(), what));
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
      process = null;
    }
  }
}
