package cal.bench.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * The median of one ratio a round, and its 95% bootstrap interval (Efron, "Bootstrap methods", Ann.
 * Statist. 7, 1979: the percentile interval). Rounds of the same JVMs resemble each other, so JVMs
 * are drawn first, and then rounds of those that were drawn (Davison and Hinkley, "Bootstrap
 * Methods and their Application", 1997, section 3.8). Immutable.
 *
 * @param median the median
 * @param low where the interval begins
 * @param high where it ends
 */
public record Ratio(
    @JsonProperty("median") double median,
    @JsonProperty("low_95") double low,
    @JsonProperty("high_95") double high) {
  private static final int RESAMPLES = 10_000;

  /** The same rounds always give the same interval. */
  private static final long SEED = 25;

  /** How far below a goal the interval may reach. */
  private static final double TOLERANCE = 0.05;

  /** How far from 1 a server may be against itself. */
  private static final double NOISE = 0.05;

  /** Of one ratio a round, at least one, of the same JVMs. */
  public static Ratio of(double... ratios) {
    return ofForks(List.of(ratios));
  }

  /** Of the rounds of some pairs of JVMs, at least one pair, and one round of each. */
  public static Ratio ofForks(List<double[]> forks) {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] medians = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      medians[i] = median(resampled(forks, random));
    }
    Arrays.sort(medians);
    return new Ratio(
        median(forks.stream().flatMapToDouble(DoubleStream::of).toArray()),
        medians[RESAMPLES * 25 / 1000],
        medians[RESAMPLES * 975 / 1000 - 1]);
  }

  private static double[] resampled(List<double[]> forks, SplittableRandom random) {
    DoubleStream.Builder sample = DoubleStream.builder();
    for (int i = 0; i < forks.size(); i++) {
      double[] rounds = forks.get(random.nextInt(forks.size()));
      for (int j = 0; j < rounds.length; j++) {
        sample.add(rounds[random.nextInt(rounds.length)]);
      }
    }
    return sample.build().toArray();
  }

  /** The median of at least one value; of an even number, the mean of the middle two. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The median of a figure over rounds, or whatever has it. */
  public static <R> double median(List<R> rounds, ToDoubleFunction<R> figure) {
    return median(rounds.stream().mapToDouble(figure).toArray());
  }

  /** Whether a goal is met: the whole interval lies above the goal less 0.05. */
  public boolean meets(double goal) {
    return low > goal - TOLERANCE;
  }

  /** Of a server against itself: whether that is so far from 1 that others cannot be judged. */
  @JsonIgnore
  public boolean isNoise() {
    return median > 1 + NOISE || median < 1 - NOISE || low > 1 + NOISE || high < 1 - NOISE;
  }

  @Override
  public String toString() {
    return "%.3f (%.3f to %.3f)".formatted(median, low, high);
  }
}
