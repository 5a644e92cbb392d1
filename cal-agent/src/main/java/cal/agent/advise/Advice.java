package cal.agent.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The conclusion from trials: a row of each model, and the choice.
 *
 * <p>The unit is the step, or the run of the load where stages have too few: adopted threads have a
 * single step each. Only good ends count. Among models with 90% of the highest rate, the best has
 * the least CPU time a unit. A model that refuses or fails more of its activities than another does
 * not serve the load.
 */
public final class Advice {
  /** Below this rate, steps are the ends of connections. */
  private static final double FEW = 20;

  /** A model below this part of the highest rate cannot serve this load. */
  private static final double ENOUGH = 0.9;

  /** The allowed part of refused or failed activities, above the lowest of all models. */
  private static final double TOLERATED = 0.01;

  /** Closer models cannot be told apart by two lives each. */
  static final double ALIKE = 1.05;

  /**
   * A model's figures, of all lives.
   *
   * @param model the name
   * @param rate units a second
   * @param cpu CPU seconds of a thousand units: the geometric mean over lives; not a number without
   *     a unit
   * @param least of a life
   * @param most of a life
   * @param megabytes of resident memory
   * @param captured activities, since the starts
   * @param refused among the captured
   * @param failed among the captured
   */
  record Row(
      String model,
      double rate,
      double cpu,
      double least,
      double most,
      long megabytes,
      long captured,
      long refused,
      long failed) {
    /** Whether anything has ended well. */
    boolean answers() {
      return rate > 0;
    }

    /** The part of refused or failed activities. */
    double lost() {
      return captured == 0 ? 0 : (double) (refused + failed) / captured;
    }
  }

  private final boolean bySteps;
  private final List<Row> rows;
  private final List<String> untried;

  Advice(List<Trial> trials) {
    this(trials, List.of());
  }

  /**
   * Concludes.
   *
   * @param untried the reasons against a trial: a sentence with the model's name each
   */
  Advice(List<Trial> trials, List<String> untried) {
    this.untried = List.copyOf(untried);
    bySteps = trials.stream().anyMatch(one -> one.steps() >= FEW);
    if (!bySteps && trials.stream().allMatch(one -> one.runs() == 0)) {
      throw new Untried(
          "the load made fewer than %.0f steps a second that ended well, and did not end often enough"
                  .formatted(FEW)
              + " to count its runs; give a load that ends after some work, within a second or two",
          null);
    }
    Map<String, List<Trial>> byModel =
        trials.stream()
            .collect(Collectors.groupingBy(Trial::model, LinkedHashMap::new, Collectors.toList()));
    rows = byModel.values().stream().map(this::row).toList();
  }

  private Row row(List<Trial> lives) {
    List<Double> cpu =
        lives.stream()
            .filter(one -> rate(one) > 0)
            .map(one -> bySteps ? one.cpuOfSteps() : 1000 * one.cpuOfRuns())
            .toList();
    return new Row(
        lives.getFirst().model(),
        lives.stream().mapToDouble(this::rate).average().orElseThrow(),
        Math.exp(cpu.stream().mapToDouble(Math::log).average().orElse(Double.NaN)),
        cpu.stream().min(Double::compare).orElse(Double.NaN),
        cpu.stream().max(Double::compare).orElse(Double.NaN),
        lives.stream().mapToLong(Trial::megabytes).max().orElseThrow(),
        lives.stream().mapToLong(Trial::captured).sum(),
        lives.stream().mapToLong(Trial::refused).sum(),
        lives.stream().mapToLong(Trial::failed).sum());
  }

  private double rate(Trial life) {
    return bySteps ? life.steps() : life.runs();
  }

  List<Row> rows() {
    return rows;
  }

  /** The name of the unit. */
  String unit() {
    return bySteps ? "steps" : "runs of the load";
  }

  /** Whether a model refuses or fails more than another answering model. */
  boolean loses(Row row) {
    double least = rows.stream().filter(Row::answers).mapToDouble(Row::lost).min().orElseThrow();
    return row.lost() > least + TOLERATED;
  }

  /** Whether a model does enough of the load to be chosen. */
  boolean serves(Row row) {
    double most =
        rows.stream()
            .filter(one -> one.answers() && !loses(one))
            .mapToDouble(Row::rate)
            .max()
            .orElseThrow();
    return row.answers() && !loses(row) && row.rate() >= ENOUGH * most;
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
    if (rows.size() == 1) {
      return said + ", and was the only one to be tried.";
    }
    return rows.stream()
        .filter(row -> !row.equals(best) && row.answers() && !loses(row))
        .max(Comparator.comparingDouble(Row::rate))
        .map(
            next ->
                said
                    + ", %.1f times as many as the next, %s."
                        .formatted(best.rate() / next.rate(), next.model()))
        .orElse(said + ", and no other model serves this load.");
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
