package cal.cli.load.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.HdrHistogram.Histogram;

/**
 * The times of answers, or of connections, in microseconds. Immutable.
 *
 * @param meanMicros the mean
 * @param p50Micros the time of half
 * @param p90Micros the time of 90%
 * @param p99Micros the time of 99%
 * @param p999Micros the time of 99.9%
 * @param maxMicros the longest
 */
public record Latency(
    @JsonProperty("mean_us") double meanMicros,
    @JsonProperty("p50_us") long p50Micros,
    @JsonProperty("p90_us") long p90Micros,
    @JsonProperty("p99_us") long p99Micros,
    @JsonProperty("p99_9_us") long p999Micros,
    @JsonProperty("max_us") long maxMicros) {

  /** Of a histogram in microseconds; null if empty. */
  public static Latency of(Histogram micros) {
    if (micros.getTotalCount() == 0) {
      return null;
    }
    return new Latency(
        micros.getMean(),
        micros.getValueAtPercentile(50),
        micros.getValueAtPercentile(90),
        micros.getValueAtPercentile(99),
        micros.getValueAtPercentile(99.9),
        micros.getMaxValue());
  }
}
