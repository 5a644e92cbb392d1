package cal.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The median of one ratio a round, and its 95% bootstrap interval (Efron, "Bootstrap methods", Ann.
 * Statist. 7, 1979: the percentile interval). Immutable.
 *
 * @param median the median
 * @param low where the interval begins
 * @param high where it ends
 */
record Ratio(
    @JsonProperty("median") double median,
    @JsonProperty("low_95") double low,
    @JsonProperty("high_95") double high) {
  private static final int RESAMPLES = 10_000;

  /** The same rounds always give the same interval. */
  private static final long SEED = 25;

  /** How far below a goal the interval may reach. */
  private static final double TOLERANCE = 0.05;

  /** Of at least one ratio. */
  static Ratio of(double... ratios) {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] medians = new double[RESAMPLES];
    double[] sample = new double[ratios.length];
    for (int i = 0; i < RESAMPLES; i++) {
      for (int j = 0; j < sample.length; j++) {
        sample[j] = ratios[random.nextInt(ratios.length)];
      }
      medians[i] = median(sample);
    }
    Arrays.sort(medians);
    return new Ratio(
        median(ratios), medians[RESAMPLES * 25 / 1000], medians[RESAMPLES * 975 / 1000 - 1]);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Whether a goal is met: the whole interval lies above the goal less 0.05. */
  boolean meets(double goal) {
    return low > goal - TOLERANCE;
  }

  @Override
  public String toString() {
    return "%.3f (%.3f to %.3f)".formatted(median, low, high);
  }
}
