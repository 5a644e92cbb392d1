package cal.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.ToDoubleFunction;

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

  /** Above this share of their core the clients may be what limits the answers a second. */
  static final double BUSY = 0.9;

  /**
   * One round: a turn of each. Immutable.
   *
   * @param cpuA CPU seconds of server A for 1,000 answers
   * @param cpuB the same of server B
   * @param rateA answers a second of server A
   * @param rateB the same of server B
   * @param clientsA the share of a core that the clients took in A's turn, 0 to 1
   * @param clientsB the same in B's turn
   */
  record Turns(
      @JsonProperty("a_cpu_seconds_per_1000_answers") double cpuA,
      @JsonProperty("b_cpu_seconds_per_1000_answers") double cpuB,
      @JsonProperty("a_answers_per_second") double rateA,
      @JsonProperty("b_answers_per_second") double rateB,
      @JsonProperty("a_generator_cpu_share") double clientsA,
      @JsonProperty("b_generator_cpu_share") double clientsB) {}

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
    return Ratio.of(rounds.stream().mapToDouble(ratio).toArray());
  }

  /** The median of a figure over the rounds. */
  double median(ToDoubleFunction<Turns> figure) {
    double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** Whether the goal is reached, or there is none. */
  boolean met() {
    return goal == null || cpu.meets(goal);
  }

  /** The share of their core that the clients took, the greater median. */
  double clientsShare() {
    return Math.max(median(Turns::clientsA), median(Turns::clientsB));
  }

  @Override
  public String toString() {
    String text = "CPU " + cpu + ", throughput " + throughput;
    return clientsShare() > BUSY
        ? text + "; warning: the clients took %.0f%% of their core".formatted(clientsShare() * 100)
        : text;
  }
}
