package cal.bench.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.HdrHistogram.Histogram;

/**
 * How long answers, or connections, took, in microseconds. Immutable.
 *
 * @param meanMicros their mean
 * @param p50Micros half of them took no longer
 * @param p90Micros 90% took no longer
 * @param p99Micros 99% took no longer
 * @param p999Micros 99.9% took no longer
 * @param maxMicros the longest
 */
public record Latency(
    @JsonProperty("mean_us") double meanMicros,
    @JsonProperty("p50_us") long p50Micros,
    @JsonProperty("p90_us") long p90Micros,
    @JsonProperty("p99_us") long p99Micros,
    @JsonProperty("p99_9_us") long p999Micros,
    @JsonProperty("max_us") long maxMicros) {

  /** Of a histogram in microseconds; null if it is empty. */
  static Latency of(Histogram micros) {
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
