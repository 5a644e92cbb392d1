package cal.bench.tournament;

import cal.bench.experiment.Figure;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Ratio;
import cal.bench.experiment.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The figures by which servers with slots are compared, under any load. Stateless. */
public final class SlotFigures {
  public static final String OFFERED = "offered_per_second";
  public static final String CAPACITY = "capacity_per_second";
  public static final String ANSWERS = "answers_per_second";
  public static final String ANSWERS_RATIO = "answers_ratio";
  public static final String CPU = "cpu_seconds_per_1000_answers";
  public static final String CPU_RATIO = "cpu_ratio";
  public static final String P50 = "p50_ms";
  public static final String P99 = "p99_ms";
  public static final String CONNECT_P50 = "connect_p50_ms";
  public static final String CONNECT_P99 = "connect_p99_ms";
  public static final String ACTIVE = "active_clients";
  public static final String FAIRNESS = "fairness";
  public static final String SERVED = "clients_served";
  public static final String PEAK_MEMORY = "peak_rss_mb";
  public static final String THREADS = "threads";
  public static final String SWITCHES = "context_switches_per_answer";
  public static final String GENERATOR = "generator_cpu_percent";

  /** The figures of a {@link Contestant}, in the order of columns; the constants are their keys. */
  public static final List<Figure> OF_CONTESTANTS =
      Figure.table(
          """
          offered_per_second           | offered/s          | requests that arrive a second                  | 0 | none
          capacity_per_second          | capacity/s         | answers/s of a closed loop                     | 0 | high
          answers_per_second           | answers/s          | right answers a second                         | 0 | high
          answers_ratio                | answers/s ratio    | answers/s over the baseline's                  | 2 | high
          cpu_seconds_per_1000_answers | CPU s/1,000        | server CPU seconds for 1,000 answers           | 4 | low
          cpu_ratio                    | CPU ratio          | the baseline's CPU time an answer over its own | 2 | high
          p50_ms                       | p50 ms             | median latency, ms                             | 2 | low
          p99_ms                       | p99 ms             | 99th percentile of latency, ms                 | 1 | low
          connect_p50_ms               | connect p50 ms     | median time to connect, ms                     | 2 | low
          connect_p99_ms               | connect p99 ms     | 99th percentile of the time to connect, ms     | 1 | low
          active_clients               | active             | clients that wait at a time, by Little's law   | 0 | none
          fairness                     | fairness           | fairness, 1 if all clients got the same        | 2 | high
          clients_served               | served             | clients that had an answer                     | 0 | none
          peak_rss_mb                  | peak RSS MB        | peak resident memory, heap included, MB        | 0 | low
          threads                      | threads            | threads                                        | 0 | none
          context_switches_per_answer  | switches an answer | context switches an answer                     | 2 | low
          generator_cpu_percent        | clients' core %    | CPU of the load generator, %                   | 0 | none
          """);

  private SlotFigures() {}

  /** Tells of each slot of a server, in their order. */
  public static void tell(List<Slot> slots, String server, boolean again, Listener listener) {
    Map<Integer, Integer> rounds = new TreeMap<>();
    for (Slot slot : slots) {
      int round = rounds.merge(slot.fork(), 1, Integer::sum);
      listener.sample(new Sample(server, again, slot.fork(), round, slot.figures()));
    }
  }

  /** To the baseline, both above 1 in favour of the server; without those that no slot has. */
  public static Map<String, Ratio> ratios(List<Slot> slots, List<Slot> baseline) {
    Map<String, Ratio> ratios = new LinkedHashMap<>();
    put(ratios, ANSWERS_RATIO, slots, baseline, Slot::rate);
    put(ratios, CPU_RATIO, baseline, slots, Slot::cpu);
    return ratios;
  }

  private static void put(
      Map<String, Ratio> ratios,
      String figure,
      List<Slot> over,
      List<Slot> under,
      ToDoubleFunction<Slot> value) {
    Ratio ratio = ratio(over, under, value);
    if (ratio != null) {
      ratios.put(figure, ratio);
    }
  }

  /**
   * One ratio a round: that of two figures, of the slots of A over those of B. A round in which the
   * server served nobody and the baseline somebody is a 0. One in which the baseline served nobody
   * has no ratio, and is left out ({@link #servedNobody} counts those); null if all are. That is so
   * of {@link Slot#rate} of the server over the baseline's, and of {@link Slot#cpu} of the baseline
   * over the server's.
   */
  public static Ratio ratio(List<Slot> a, List<Slot> b, ToDoubleFunction<Slot> figure) {
    Map<Integer, List<Double>> forks = new TreeMap<>();
    for (int i = 0; i < a.size(); i++) {
      double ratio = figure.applyAsDouble(a.get(i)) / figure.applyAsDouble(b.get(i));
      if (Double.isFinite(ratio)) {
        forks.computeIfAbsent(a.get(i).fork(), absent -> new ArrayList<>()).add(ratio);
      }
    }
    return forks.isEmpty()
        ? null
        : Ratio.ofForks(
            forks.values().stream()
                .map(fork -> fork.stream().mapToDouble(Double::doubleValue).toArray())
                .toList());
  }

  /** In how many slots nobody had an answer: of a baseline, the rounds that no ratio has. */
  public static long servedNobody(List<Slot> slots) {
    return slots.stream().filter(slot -> slot.rate() == 0).count();
  }
}
