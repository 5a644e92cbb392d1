package cal.agent.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The conclusion from trials: a row of each model, and which to choose.
 *
 * <p>The unit is the step, or the run of the load where stages have too few: threads that were
 * adopted have one step each. Of the models that do 90% of what the most does, the best has the
 * least CPU time a unit.
 */
public final class Advice {
  /** Below that, steps are the ends of connections. */
  private static final double FEW = 20;

  /** A model that does less than that of the most is not able to serve this load. */
  private static final double ENOUGH = 0.9;

  /** Models that are closer cannot be told apart by two lives each. */
  static final double ALIKE = 1.05;

  /**
   * A model's figures, of all its lives.
   *
   * @param model its name
   * @param rate units a second
   * @param cpu CPU seconds of a thousand units: the geometric mean over lives
   * @param least of a life
   * @param most of a life
   * @param megabytes of memory that were resident
   * @param refused activities
   * @param failed activities
   */
  record Row(
      String model,
      double rate,
      double cpu,
      double least,
      double most,
      long megabytes,
      long refused,
      long failed) {}

  private final boolean bySteps;
  private final List<Row> rows;
  private final List<String> untried;

  Advice(List<Trial> trials) {
    this(trials, List.of());
  }

  /**
   * Concludes.
   *
   * @param untried why a model could not be tried: a sentence each, which names it
   */
  Advice(List<Trial> trials, List<String> untried) {
    this.untried = List.copyOf(untried);
    bySteps = trials.stream().allMatch(one -> one.steps() >= FEW);
    if (!bySteps && trials.stream().anyMatch(one -> one.runs() == 0)) {
      throw new Untried(
          "the load made fewer than %.0f steps a second, and did not end often enough to count its"
                  .formatted(FEW)
              + " runs; give a load that ends after some work, within a second or two",
          null);
    }
    Map<String, List<Trial>> byModel =
        trials.stream()
            .collect(Collectors.groupingBy(Trial::model, LinkedHashMap::new, Collectors.toList()));
    rows = byModel.values().stream().map(this::row).toList();
  }

  private Row row(List<Trial> lives) {
    ToDoubleFunction<Trial> cpu = bySteps ? Trial::cpuOfSteps : one -> 1000 * one.cpuOfRuns();
    double logarithm = lives.stream().mapToDouble(one -> Math.log(cpu.applyAsDouble(one))).sum();
    return new Row(
        lives.getFirst().model(),
        lives.stream().mapToDouble(bySteps ? Trial::steps : Trial::runs).average().orElseThrow(),
        Math.exp(logarithm / lives.size()),
        lives.stream().mapToDouble(cpu).min().orElseThrow(),
        lives.stream().mapToDouble(cpu).max().orElseThrow(),
        lives.stream().mapToLong(Trial::megabytes).max().orElseThrow(),
        lives.stream().mapToLong(Trial::refused).sum(),
        lives.stream().mapToLong(Trial::failed).sum());
  }

  List<Row> rows() {
    return rows;
  }

  /** The name of what was counted. */
  String unit() {
    return bySteps ? "steps" : "runs of the load";
  }

  /** Whether a model does enough of what was asked for to be chosen. */
  boolean serves(Row row) {
    double most = rows.stream().mapToDouble(Row::rate).max().orElseThrow();
    return row.rate() >= ENOUGH * most;
  }

  Row best() {
    return rows.stream()
        .filter(this::serves)
        .min(Comparator.comparingDouble(Row::cpu))
        .orElseThrow();
  }

  /** The model to choose. */
  public String model() {
    return best().model();
  }

  private String alone(Row best) {
    String said =
        "cal.model=%s: it does %,.0f %s a second".formatted(best.model(), best.rate(), unit());
    return rows.stream()
        .filter(row -> !row.equals(best))
        .max(Comparator.comparingDouble(Row::rate))
        .map(
            next ->
                said
                    + ", %.1f times as many as the next, %s."
                        .formatted(best.rate() / next.rate(), next.model()))
        .orElse(said + ", and was the only one to be tried.");
  }

  /** Why, by how much, and with which doubts. */
  public List<String> sentences() {
    List<String> all = new ArrayList<>(compared());
    untried.forEach(reason -> all.add("Left out: " + reason));
    return all;
  }

  private List<String> compared() {
    Row best = best();
    List<Row> others =
        rows.stream()
            .filter(row -> !row.equals(best) && serves(row))
            .sorted(Comparator.comparingDouble(Row::cpu))
            .toList();
    if (others.isEmpty()) {
      return List.of(alone(best));
    }
    Row next = others.getFirst();
    String margin =
        "cal.model=%s: its %s take %.0f%% less CPU time than those of the next, %s."
            .formatted(best.model(), unit(), 100 * (1 - best.cpu() / next.cpu()), next.model());
    String alike =
        others.stream()
            .filter(row -> row.cpu() < ALIKE * best.cpu() || row.least() <= best.most())
            .map(Row::model)
            .collect(Collectors.joining(", "));
    return alike.isEmpty()
        ? List.of(margin)
        : List.of(
            margin,
            "Doubt: it cannot be told from "
                + alike
                + " by this run; more minutes, or an idle machine, may tell.");
  }
}
