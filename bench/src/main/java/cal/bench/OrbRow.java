package cal.bench;

import cal.bench.experiment.Ratio;
import cal.bench.load.ErrorKind;
import cal.bench.load.LoadResult;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@link OrbExperiment} has found in one case. Immutable.
 *
 * @param name of the case
 * @param clients how many
 * @param model the best of those that were tried
 * @param tried answers a second of each model that was tried; null where there was one only
 * @param rounds in each of which each server had a turn
 * @param woven the server under that model
 * @param jacorb JacORB as it is
 * @param tuned JacORB tuned
 * @param againstDefault the woven server against JacORB as it is
 * @param againstTuned the woven server against JacORB tuned
 * @param againstItself the woven server against another JVM of the same
 * @param servesAll whether every client has to be served, and nobody refused
 * @param fairnessGoal how fair that has to be; null where that is only shown
 */
record OrbRow(
    @JsonProperty("case") String name,
    @JsonProperty("clients") int clients,
    @JsonProperty("model") String model,
    @JsonProperty("answers_per_second_by_model") Map<String, Double> tried,
    @JsonProperty("rounds") int rounds,
    @JsonProperty("woven") Shown woven,
    @JsonProperty("jacorb") Shown jacorb,
    @JsonProperty("jacorb_tuned") Shown tuned,
    @JsonProperty("against_jacorb") Against againstDefault,
    @JsonProperty("against_tuned") Against againstTuned,
    @JsonProperty("against_itself") Against againstItself,
    @JsonProperty("serves_all") boolean servesAll,
    @JsonProperty("fairness_goal") Double fairnessGoal) {

  /**
   * What one server has shown. Immutable.
   *
   * @param cpu null where it served nobody
   * @param clientsShare of their core that the clients took in the long turn, 0 to 1; null if
   *     unknown
   */
  record Shown(
      @JsonProperty("answers_per_second") double rate,
      @JsonProperty("cpu_seconds_per_1000_answers") Double cpu,
      @JsonProperty("clients_served") int served,
      @JsonProperty("fairness") Double fairness,
      @JsonProperty("errors") Map<ErrorKind, Long> errors,
      @JsonProperty("clients_cpu_share") Double clientsShare) {

    static Shown of(Tournament.Player player) {
      LoadResult last = player.last();
      double cpu = player.median(Tournament.Turn::cpu);
      return new Shown(
          player.median(Tournament.Turn::rate),
          Double.isFinite(cpu) ? cpu : null,
          last.clientsServed(),
          last.fairness(),
          player.errors(),
          last.generatorCpuShare());
    }
  }

  /**
   * The woven server against another; ratios above 1 are in favour of the woven one. Immutable.
   *
   * @param goal for both; null where they are only shown
   * @param rate of answers a second; null where the other served nobody
   * @param cpu of CPU time; null where the other served nobody
   * @param servedNone rounds in which the other served nobody, and that are in neither ratio
   */
  record Against(
      @JsonProperty("goal") Double goal,
      @JsonProperty("answers_ratio") Ratio rate,
      @JsonProperty("cpu_ratio") Ratio cpu,
      @JsonProperty("rounds_served_none") long servedNone) {

    static Against of(Double goal, Tournament.Player woven, Tournament.Player other) {
      return new Against(
          goal,
          Tournament.ratio(woven, other, Tournament.Turn::rate),
          Tournament.ratio(other, woven, Tournament.Turn::cpu),
          Tournament.servedNobody(other.turns()));
    }

    /** The goals that are missed, in words; of one that nobody can tell, nothing. */
    private Stream<String> missed(String other, boolean noisyRate, boolean noisyCpu) {
      return goal == null
          ? Stream.of()
          : Stream.concat(
              noisyRate ? Stream.of() : missed("answers/s over " + other, rate),
              noisyCpu ? Stream.of() : missed("CPU over " + other, cpu));
    }

    private Stream<String> missed(String what, Ratio ratio) {
      return ratio == null || ratio.meets(goal)
          ? Stream.of()
          : Stream.of("missed its goal: %s is %s, not %s".formatted(what, ratio, goal));
    }
  }

  /** Whether answers a second, of one JVM against another of the same, differ too much to judge. */
  boolean isNoisyRate() {
    return againstItself.rate() == null || againstItself.rate().isNoise();
  }

  /** The same of CPU time. */
  boolean isNoisyCpu() {
    return againstItself.cpu() == null || againstItself.cpu().isNoise();
  }

  /** Whether every client was served that has to be, and nobody refused. */
  boolean isServed() {
    return !servesAll || (woven.served() == clients && woven.errors().isEmpty());
  }

  boolean isFair() {
    return fairnessGoal == null || (woven.fairness() != null && woven.fairness() >= fairnessGoal);
  }

  /** Whether all goals are met, as far as one can say. */
  boolean met() {
    return shortcomings().isEmpty();
  }

  /** Each goal that is missed, or of which nobody can tell, as a sentence. */
  List<String> shortcomings() {
    List<String> found = new ArrayList<>();
    if (againstDefault.goal() != null || againstTuned.goal() != null) {
      noise("answers/s", againstItself.rate(), isNoisyRate()).ifPresent(found::add);
      noise("CPU", againstItself.cpu(), isNoisyCpu()).ifPresent(found::add);
    }
    againstDefault.missed("JacORB", isNoisyRate(), isNoisyCpu()).forEach(found::add);
    againstTuned.missed("JacORB tuned", isNoisyRate(), isNoisyCpu()).forEach(found::add);
    if (!isServed()) {
      found.add(
          "missed its goal: %,d of %,d clients were served, with %s errors"
              .formatted(
                  woven.served(), clients, woven.errors().isEmpty() ? "no" : woven.errors()));
    }
    if (!isFair()) {
      found.add(
          "missed its goal: fairness is %s, not %s".formatted(woven.fairness(), fairnessGoal));
    }
    return found.stream().map(sentence -> name + " " + sentence).toList();
  }

  private static Optional<String> noise(String what, Ratio itself, boolean noisy) {
    return noisy
        ? Optional.of("was too noisy to say by " + what + ": over itself " + itself)
        : Optional.empty();
  }
}
