package cal.bench;

import cal.bench.experiment.Ratio;
import cal.bench.load.LoadResult;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Two servers, A and B, measured in turns. Ratios above 1 are in favour of A. Immutable.
 *
 * @param model the model of A, the woven server
 * @param service as {@code upload-80k}
 * @param clients how many long sessions each had
 * @param b what A is compared with: {@code twin}, {@code itself}, a peer or another model
 * @param goal the ratio of CPU time that is to be reached; null if there is none
 * @param cpu CPU time for 1,000 right answers, B's over A's
 * @param throughput answers a second, A's over B's
 * @param errors of all clients in all rounds
 * @param rounds what was measured
 */
record Comparison(
    @JsonProperty("model") String model,
    @JsonProperty("service") String service,
    @JsonProperty("clients") int clients,
    @JsonProperty("b") String b,
    @JsonProperty("goal") Double goal,
    @JsonProperty("cpu_ratio") Ratio cpu,
    @JsonProperty("throughput_ratio") Ratio throughput,
    @JsonProperty("errors") long errors,
    @JsonProperty("rounds") List<Turns> rounds) {
  static final String ITSELF = "itself";

  /** What a woven server has to reach of its hand-written twin. */
  static final double GOAL = 0.98;

  /**
   * One round: a turn of each. Immutable.
   *
   * @param fork the pair of JVMs that it was measured in, from 1
   * @param cpuA CPU seconds of server A for 1,000 answers
   * @param cpuB the same of server B
   * @param rateA answers a second of server A
   * @param rateB the same of server B
   * @param clientsA the share of a core that the clients took in A's turn, 0 to 1; null where it
   *     was not measured
   * @param clientsB the same in B's turn
   */
  record Turns(
      @JsonProperty("fork") int fork,
      @JsonProperty("a_cpu_seconds_per_1000_answers") double cpuA,
      @JsonProperty("b_cpu_seconds_per_1000_answers") double cpuB,
      @JsonProperty("a_answers_per_second") double rateA,
      @JsonProperty("b_answers_per_second") double rateB,
      @JsonProperty("a_generator_cpu_share") Double clientsA,
      @JsonProperty("b_generator_cpu_share") Double clientsB) {

    boolean hasClients() {
      return clientsA != null && clientsB != null;
    }

    /** CPU seconds of server A and its clients for 1,000 answers. */
    double allA() {
      return cpuA + clientsA * 1000 / rateA;
    }

    /** The same of server B. */
    double allB() {
      return cpuB + clientsB * 1000 / rateB;
    }
  }

  static Comparison of(
      String model,
      String service,
      int clients,
      String b,
      Double goal,
      long errors,
      List<Turns> rounds) {
    return new Comparison(
        model,
        service,
        clients,
        b,
        goal,
        ratio(rounds, turns -> turns.cpuB() / turns.cpuA()),
        ratio(rounds, turns -> turns.rateA() / turns.rateB()),
        errors,
        List.copyOf(rounds));
  }

  private static Ratio ratio(List<Turns> rounds, ToDoubleFunction<Turns> ratio) {
    return Ratio.ofForks(
        rounds.stream()
            .collect(Collectors.groupingBy(Turns::fork, TreeMap::new, Collectors.toList()))
            .values()
            .stream()
            .map(fork -> fork.stream().mapToDouble(ratio).toArray())
            .toList());
  }

  /** The median of a figure over the rounds. */
  double median(ToDoubleFunction<Turns> figure) {
    return Duel.median(rounds, figure);
  }

  /** Whether the goal is reached, or there is none. */
  boolean met() {
    return goal == null || cpu.meets(goal);
  }

  /** How many pairs of JVMs there were. */
  long forks() {
    return rounds.stream().mapToInt(Turns::fork).distinct().count();
  }

  /** The share of their core that the clients took, the greater median; empty if not measured. */
  OptionalDouble clientsShare() {
    return hasClients()
        ? OptionalDouble.of(Math.max(median(Turns::clientsA), median(Turns::clientsB)))
        : OptionalDouble.empty();
  }

  /** Whether the CPU time of the clients was measured. */
  boolean hasClients() {
    return rounds.stream().allMatch(Turns::hasClients);
  }

  /** Whether the clients may be what limits the answers a second. */
  boolean clientsAreBusy() {
    return clientsShare().orElse(0) > LoadResult.BUSY;
  }

  @Override
  public String toString() {
    String text = "CPU " + cpu + ", throughput " + throughput;
    return clientsAreBusy()
        ? text
            + "; warning: the clients took %.0f%% of their core"
                .formatted(clientsShare().getAsDouble() * 100)
        : text;
  }
}
