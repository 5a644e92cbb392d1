package cal.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Two servers, A and B, measured in turns. Ratios above 1 are in favour of A. Immutable.
 *
 * @param model the model of both
 * @param service as {@code upload-80k}
 * @param clients how many long sessions each had
 * @param b what A, the woven server, is compared with: {@code twin}, or {@code itself}
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
    @JsonProperty("cpu_ratio") Ratio cpu,
    @JsonProperty("throughput_ratio") Ratio throughput,
    @JsonProperty("errors") long errors,
    @JsonProperty("rounds") List<Turns> rounds) {
  static final String TWIN = "twin";
  static final String ITSELF = "itself";

  /**
   * One round: a turn of each. Immutable.
   *
   * @param cpuA CPU seconds of server A for 1,000 answers
   * @param cpuB the same of server B
   * @param rateA answers a second of server A
   * @param rateB the same of server B
   */
  record Turns(
      @JsonProperty("a_cpu_seconds_per_1000_answers") double cpuA,
      @JsonProperty("b_cpu_seconds_per_1000_answers") double cpuB,
      @JsonProperty("a_answers_per_second") double rateA,
      @JsonProperty("b_answers_per_second") double rateB) {}

  static Comparison of(
      String model, String service, int clients, String b, long errors, List<Turns> rounds) {
    return new Comparison(
        model,
        service,
        clients,
        b,
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
}
