package cal.bench.demo;

import cal.bench.tournament.Slot;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The CPU time of an answer beside the baseline's, which is 100: the least and the most of all
 * rounds, each round by itself. Immutable.
 */
record Range(@JsonProperty("low") double low, @JsonProperty("high") double high) {
  /** JVMs of a server differ, and rounds of a JVM do not tell of that. */
  private static final double JVMS_DIFFER = 1.1;

  /** Of the slots of a server and of the baseline, round by round. */
  static Range of(List<Slot> slots, List<Slot> baseline) {
    DoubleSummaryStatistics rounds =
        IntStream.range(0, slots.size())
            .mapToDouble(i -> 100 * slots.get(i).cpu() / baseline.get(i).cpu())
            .summaryStatistics();
    return new Range(rounds.getMin(), rounds.getMax());
  }

  /**
   * Whether a server costs less than the baseline in each round, and by more than JVMs differ.
   *
   * @param again the baseline beside itself
   */
  boolean isBelow(Range again) {
    return high * JVMS_DIFFER < Math.min(100, again.low);
  }

  /** Whether a server costs more, in the same way. */
  boolean isAbove(Range again) {
    return low > JVMS_DIFFER * Math.max(100, again.high);
  }

  @Override
  public String toString() {
    return Double.isFinite(high) ? "%.0f-%.0f".formatted(low, high) : "-";
  }
}
