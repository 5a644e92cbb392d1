package cal.agent.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The conclusion from trials: a row of each model, and always a choice.
 *
 * <p>Only good ends count. A model that refuses or fails more of its activities than another does
 * not serve the load, nor does a model with clearly less than 90% of the highest rate. Of the
 * others, the best has the least CPU time a unit. Among those within 2% of the best, the first is
 * chosen: whoever names models begins with the simplest. Figures are medians over lives, and
 * clearly means more than {@value #CLEARLY} standard errors. Immutable.
 */
public final class Advice {
  /** A model below this part of the highest rate cannot serve this load. */
  static final double ENOUGH = 0.9;

  /** The allowed part of refused or failed activities, above the lowest of all models. */
  private static final double TOLERATED = 0.01;

  /** As good as the best: so far apart, most readers do not mind. */
  static final double AS_GOOD = 1.05;

  /** Equal to the best; less than what is as good, since each figure has its error. */
  private static final double EQUAL = 1.02;

  /** A model is clearly worse than another by so many standard errors. */
  static final double CLEARLY = 2;

  private final Work work;
  private final List<Row> rows;
  private final List<Trial> trials;
  private final List<String> untried;

  /**
   * Concludes.
   *
   * @param trials one at least of each model; models of equal worth are chosen in their order
   * @param untried the reasons against a trial: a sentence with the model's name each
   */
  Advice(List<Trial> trials, List<String> untried) {
    this.untried = List.copyOf(untried);
    this.trials = List.copyOf(trials);
    work = Work.of(trials);
    Map<String, List<Trial>> byModel =
        trials.stream()
            .collect(Collectors.groupingBy(Trial::model, LinkedHashMap::new, Collectors.toList()));
    rows = byModel.values().stream().map(lives -> Row.of(lives, work)).toList();
  }

  List<Row> rows() {
    return rows;
  }

  /** The lives of the choice. */
  List<Trial> livesOfBest() {
    return trials.stream().filter(trial -> trial.model().equals(model())).toList();
  }

  Work work() {
    return work;
  }

  /** Whether a model had fewer lives than others, as clearly worse. */
  boolean dropped(Row row) {
    return row.lives() < rows.stream().mapToInt(Row::lives).max().orElseThrow();
  }

  /** Whether a model refuses or fails more than another answering model. */
  boolean loses(Row row) {
    double least = rows.stream().filter(Row::answers).mapToDouble(Row::lost).min().orElseThrow();
    return row.lost() > least + TOLERATED;
  }

  /** Whether a model answers, and loses no more than others do. */
  boolean answersWell(Row row) {
    return row.answers() && !loses(row);
  }

  /** The row with the highest rate, among models that answer well. */
  Row fastest() {
    return rows.stream()
        .filter(this::answersWell)
        .max(Comparator.comparingDouble(Row::rate))
        .orElseThrow();
  }

  /** Whether a model does enough of the load to be chosen: its rate is not clearly too low. */
  boolean serves(Row row) {
    return answersWell(row) && slowness(row) <= CLEARLY;
  }

  /** How far a rate is below the least that is enough, in standard errors. */
  private double slowness(Row row) {
    double error =
        Spread.error(spread(Row::rates, Spread.USUAL_OF_RATES), row.lives(), fastest().lives());
    return Math.log(ENOUGH * fastest().rate() / row.rate()) / error;
  }

  /** The row with the least CPU time, among models with every life if there is one. */
  Row cheapest() {
    return rows.stream()
        .filter(this::serves)
        .min(Comparator.comparing(this::dropped).thenComparingDouble(Row::cpu))
        .orElseThrow();
  }

  /** The row of the choice. */
  Row best() {
    Row cheapest = cheapest();
    return rows.stream()
        .filter(row -> serves(row) && dropped(row) == dropped(cheapest))
        .filter(row -> row.cpu() <= EQUAL * cheapest.cpu())
        .findFirst()
        .orElse(cheapest);
  }

  /** The model to choose. */
  public String model() {
    return best().model();
  }

  /** Models that serve, and need 5% more CPU time than the best at most. */
  List<Row> asGood() {
    return rows.stream()
        .filter(row -> !row.equals(best()) && serves(row) && !dropped(row))
        .filter(row -> row.cpu() <= AS_GOOD * cheapest().cpu())
        .toList();
  }

  /**
   * Models that further lives may still show to be the best. A single life may be disturbed, so it
   * takes twice as much.
   *
   * @param clearly so many standard errors worse is clearly worse
   */
  List<String> contenders(double clearly) {
    Row cheapest = cheapest();
    double bar = cheapest.lives() == 1 ? 2 * clearly : clearly;
    return rows.stream()
        .filter(row -> !dropped(row) && answersWell(row) && slowness(row) <= bar)
        .filter(row -> dearer(row, cheapest) <= bar)
        .map(Row::model)
        .toList();
  }

  /** How far a model's CPU time is above that of another, in standard errors. */
  double dearer(Row row, Row other) {
    return Math.log(row.cpu() / other.cpu()) / Spread.error(spread(), row.lives(), other.lives());
  }

  /** How far CPU times of a model's lives differ. */
  double spread() {
    return spread(Row::cpus, Spread.USUAL);
  }

  private double spread(Function<Row, List<Double>> figures, double usual) {
    return Spread.of(
        rows.stream()
            .filter(Row::answers)
            .map(row -> figures.apply(row).stream().filter(one -> one > 0).toList())
            .toList(),
        usual);
  }

  /** The choice and the reason. */
  String verdict() {
    Row best = best();
    Row cheapest = cheapest();
    if (!best.equals(cheapest)) {
      return "cal.model=%s: its %s take %.0f%% more CPU time than those of %s, named behind it."
          .formatted(
              best.model(),
              work.unit().plural,
              100 * (best.cpu() / cheapest.cpu() - 1),
              cheapest.model());
    }
    return rows.stream()
        .filter(row -> !row.equals(best) && serves(row))
        .min(Comparator.comparingDouble(Row::cpu))
        .map(
            next ->
                "cal.model=%s: its %s take %.0f%% less CPU time than those of the next, %s."
                    .formatted(
                        best.model(),
                        work.unit().plural,
                        100 * (1 - best.cpu() / next.cpu()),
                        next.model()))
        .orElseGet(() -> alone(best));
  }

  private String alone(Row best) {
    String said =
        "cal.model=%s: it does %,.0f %s a second"
            .formatted(best.model(), best.rate(), work.unit().plural);
    if (rows.size() == 1) {
      return said + ", and was the only one to be tried.";
    }
    return rows.stream()
        .filter(row -> !row.equals(best) && answersWell(row))
        .max(Comparator.comparingDouble(Row::rate))
        .map(
            next ->
                said
                    + ", %.1f times as many as the next, %s."
                        .formatted(best.rate() / next.rate(), next.model()))
        .orElse(said + ", and no other model serves this load.");
  }

  /** The choice, its equals, the doubts and the models without a trial. */
  public List<String> sentences() {
    List<String> all = new ArrayList<>(List.of(verdict()));
    if (!asGood().isEmpty()) {
      all.add(
          "As good, within 5%: "
              + asGood().stream().map(Row::model).collect(Collectors.joining(", "))
              + ".");
    }
    Doubts.of(this, Runtime.getRuntime().availableProcessors())
        .forEach(doubt -> all.add("Doubt: " + doubt));
    untried.forEach(reason -> all.add("Left out: " + reason));
    return all;
  }
}
