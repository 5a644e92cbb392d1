package cal.bench.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.List;

/**
 * A cost beside the baseline's, which is 100: lower is better. The index is the mean of a cost a
 * JVM over the cost of the baseline's JVM beside. The mean is geometric, and so exactly the {@link
 * #mean} of the costs over the mean of the baseline's.
 *
 * <p>The interval is over JVMs, since rounds of a JVM resemble each other: Student's of 95%, of the
 * logarithms ("The Probable Error of a Mean", Biometrika 6, 1908). Two JVMs have their range, and a
 * single JVM none. Immutable.
 *
 * @param value the mean
 * @param low the begin of the interval
 * @param high the end of the interval
 * @param jvms the number of JVMs
 */
public record Index(
    @JsonProperty("index") double value,
    @JsonProperty("low_95") double low,
    @JsonProperty("high_95") double high,
    @JsonProperty("jvms") int jvms) {
  /** The baseline's own. */
  public static final Index BASE = new Index(100, 100, 100, 0);

  /** The upper 2.5% of Student's t, for 2 and more degrees of freedom. */
  private static final double[] STUDENT = {
    4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145
  };

  /** How far from 100 a baseline may be beside itself. */
  private static final double ALIKE = 5;

  /** From so wide an interval of a baseline beside itself on, nothing can be told. */
  private static final double HALF_WIDTH = 0.07;

  /**
   * Of a cost in each JVM.
   *
   * @param costs each above 0
   * @param baseline as many, in the same order
   * @return null where a cost is infinite, or no number
   */
  public static Index of(List<Double> costs, List<Double> baseline) {
    int jvms = costs.size();
    double[] logs = new double[jvms];
    for (int i = 0; i < jvms; i++) {
      logs[i] = Math.log(costs.get(i) / baseline.get(i));
    }
    double mean = 0;
    for (double log : logs) {
      mean += log / jvms;
    }
    if (!Double.isFinite(mean)) {
      return null;
    }
    double squares = 0;
    for (double log : logs) {
      squares += (log - mean) * (log - mean);
    }
    double half = jvms == 1 ? 0 : student(jvms - 1) * Math.sqrt(squares / (jvms - 1) / jvms);
    return new Index(of(mean), of(mean - half), of(mean + half), jvms);
  }

  private static double of(double log) {
    return 100 * Math.exp(log);
  }

  private static double student(int freedom) {
    if (freedom == 1) {
      return 1; // the range
    }
    return freedom - 2 < STUDENT.length ? STUDENT[freedom - 2] : 1.96 + 2.6 / freedom;
  }

  /** The geometric mean of costs, one or more; infinite or no number where a cost is. */
  public static double mean(List<Double> costs) {
    return Math.exp(costs.stream().mapToDouble(Math::log).average().orElseThrow());
  }

  /** Half the interval of that mean, in percent of the mean; null of fewer than three JVMs. */
  public static Double halfPercent(List<Double> costs) {
    Index index = costs.size() < 3 ? null : of(costs, Collections.nCopies(costs.size(), 1.0));
    return index == null ? null : 50 * (index.high - index.low) / index.value;
  }

  /** Of a baseline beside itself: whether others can be told from the baseline. */
  public boolean tells() {
    return jvms > 1 && Math.abs(value - 100) <= ALIKE && high / value - 1 < HALF_WIDTH;
  }

  /** Whether the intervals of both have nothing in common, nor has this one with 100. */
  boolean partsFrom(Index again) {
    return jvms > 1 && (high < Math.min(100, again.low) || low > Math.max(100, again.high));
  }

  @Override
  public String toString() {
    return jvms == 1
        ? "%.1f (of one JVM)".formatted(value)
        : "%.1f (%.1f to %.1f)".formatted(value, low, high);
  }
}
