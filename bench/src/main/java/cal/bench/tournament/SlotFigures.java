package cal.bench.tournament;

import cal.bench.experiment.Figure;
import cal.bench.experiment.Index;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Median;
import cal.bench.experiment.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The figures by which servers with slots are compared, under any load. Stateless. */
public final class SlotFigures {
  public static final String OFFERED = "offered_per_second";
  public static final String CAPACITY = "capacity_per_second";
  public static final String ANSWERS = "answers_per_second";
  public static final String CPU = "cpu_seconds_per_1000_answers";
  public static final String CPU_INDEX = "cpu_index";
  public static final String TIME_INDEX = "time_index";
  public static final String P50 = "p50_ms";
  public static final String P99 = "p99_ms";
  public static final String CONNECT_P50 = "connect_p50_ms";
  public static final String CONNECT_P99 = "connect_p99_ms";
  public static final String FIRST_BYTE_P50 = "first_byte_p50_ms";
  public static final String FIRST_BYTE_P99 = "first_byte_p99_ms";
  public static final String MEGABITS = "megabits_per_second";
  public static final String ACTIVE = "active_clients";
  public static final String FAIRNESS = "fairness";
  public static final String SERVED = "clients_served";
  public static final String PEAK_MEMORY = "peak_rss_mb";
  public static final String THREADS = "threads";
  public static final String SWITCHES = "context_switches_per_answer";
  public static final String GENERATOR = "generator_cpu_percent";
  public static final String INSIDE = "requests_inside";
  public static final String BEHIND = "behind_busy_percent";
  public static final String LOOKS_GENERATOR = "generator_cpu_percent_at_capacity";

  /** The figures of a {@link Contestant}, in the order of columns; the constants are their keys. */
  public static final List<Figure> OF_CONTESTANTS =
      Figure.table(
          """
          offered_per_second           | offered/s          | requests that arrive a second                  | 0 | none
          capacity_per_second          | capacity/s         | answers a second of a closed loop              | 0 | high
          answers_per_second           | answers/s          | right answers a second                         | 0 | high
          cpu_seconds_per_1000_answers | CPU s/1,000        | server CPU seconds for 1,000 answers           | 4 | low
          cpu_index                    | CPU index          | CPU time of an answer, the baseline = 100      | 1 | low
          time_index                   | time index         | time of an answer, the baseline = 100          | 1 | low
          p50_ms                       | p50 ms             | median latency, ms                             | 2 | low
          p99_ms                       | p99 ms             | 99th percentile of latency, ms                 | 1 | low
          first_byte_p50_ms            | 1st byte p50 ms    | median time to the first byte, ms              | 2 | low
          first_byte_p99_ms            | 1st byte p99 ms    | 99th percentile of the time to the first byte, ms | 1 | low
          megabits_per_second          | Mbit/s             | contents, 10^6 bits a second                   | 0 | none
          connect_p50_ms               | connect p50 ms     | median time to connect, ms                     | 2 | low
          connect_p99_ms               | connect p99 ms     | 99th percentile of the time to connect, ms     | 1 | low
          active_clients               | active             | clients that wait at a time, by Little's law   | 0 | none
          fairness                     | fairness           | fairness, 1 if all clients got the same        | 2 | high
          clients_served               | served             | clients that had an answer                     | 0 | none
          peak_rss_mb                  | peak RSS MB        | peak resident memory, heap included, MB        | 0 | low
          threads                      | threads            | threads                                        | 0 | none
          context_switches_per_answer  | switches an answer | context switches an answer                     | 2 | low
          generator_cpu_percent        | clients' core %    | CPU of the load generator, %                   | 0 | none
          timeouts_per_second          | timeouts/s         | clients that gave up, a second                 | 1 | low
          resets_per_second            | resets/s           | connections that the server closed, a second   | 1 | low
          cycle_ms                     | cycle ms           | a client's thought and answer, ms              | 1 | low
          cycle_95_percent             | cycle +-%          | half the 95% interval of the cycle, % of it    | 1 | low
          requests_inside              | inside             | requests at a time, by Little's law            | 1 | none
          behind_busy_percent          | behind busy %      | utilization of the server behind: rate by time, % | 0 | none
          generator_cpu_percent_at_capacity | at capacity % | CPU of the load generator at the capacity, %   | 0 | none
          """);

  private SlotFigures() {}

  /** Tells of each slot of a server, in their order. */
  public static void tell(List<Slot> slots, String server, boolean again, Listener listener) {
    Map<Integer, Integer> rounds = new TreeMap<>();
    for (Slot slot : slots) {
      int round = rounds.merge(slot.jvm(), 1, Integer::sum);
      listener.sample(new Sample(server, again, slot.jvm(), round, slot.figures()));
    }
  }

  /**
   * The cost of an answer in each JVM: the median of its slots. In a slot in which nobody had an
   * answer it is infinite.
   */
  public static List<Double> costs(List<Slot> slots) {
    return eachJvm(slots, Slot::cpu);
  }

  /** A figure of each JVM: the median of its slots. */
  public static List<Double> eachJvm(List<Slot> slots, ToDoubleFunction<Slot> figure) {
    Map<Integer, List<Slot>> jvms = new TreeMap<>();
    slots.forEach(slot -> jvms.computeIfAbsent(slot.jvm(), absent -> new ArrayList<>()).add(slot));
    return jvms.values().stream().map(jvm -> Median.of(jvm, figure)).toList();
  }

  /** Seconds by the right answers of one, in each JVM: the median of its slots. */
  public static List<Double> times(List<Slot> slots) {
    return eachJvm(slots, slot -> 1 / slot.rate());
  }

  /** Beside the baseline; without that where some JVM answered hardly anybody. */
  public static Map<String, Index> indices(List<Slot> slots, List<Slot> baseline) {
    Index index = slots == baseline ? Index.BASE : Index.of(costs(slots), costs(baseline));
    return index == null ? Map.of() : Map.of(CPU_INDEX, index);
  }

  /** In how many slots nobody had an answer. */
  public static long servedNobody(List<Slot> slots) {
    return slots.stream().filter(slot -> slot.rate() == 0).count();
  }
}
