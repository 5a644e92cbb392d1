package cal.agent.advise;

import java.util.Collection;
import java.util.List;

/** How far lives of a model differ, and when models do. Stateless. */
final class Spread {
  /** How far JVMs of a server differ in CPU time. */
  static final double USUAL = 0.1;

  /** How far they differ in the rate of a load that shares the cores. */
  static final double USUAL_OF_RATES = 0.2;

  /** Usual deviations weigh as if so many lives more had shown them. */
  private static final int WEIGHT = 4;

  private Spread() {}

  /** The middle figure, or the mean of the two in the middle. */
  static double median(Collection<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  /**
   * The standard deviation of logarithms of lives around their model's mean, pooled over models.
   *
   * @param models the positive figures of each model's lives
   * @param usual the deviation of most servers
   */
  static double of(Collection<List<Double>> models, double usual) {
    double squares = WEIGHT * usual * usual;
    int freedom = WEIGHT;
    for (List<Double> lives : models) {
      double mean = lives.stream().mapToDouble(Math::log).average().orElse(0);
      squares += lives.stream().mapToDouble(one -> Math.pow(Math.log(one) - mean, 2)).sum();
      freedom += Math.max(0, lives.size() - 1);
    }
    return Math.sqrt(squares / freedom);
  }

  /** The standard error of the ratio of two medians, as a logarithm. */
  static double error(double spread, int lives, int others) {
    return spread * Math.sqrt(1.0 / lives + 1.0 / others);
  }
}
