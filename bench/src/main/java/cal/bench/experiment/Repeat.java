package cal.bench.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Of a case that was measured again, the ratio that differs most from the one before. Immutable.
 *
 * @param server whose ratio
 * @param ratio its key
 * @param before its median in the run before
 * @param now its median
 */
record Repeat(
    @JsonProperty("server") String server,
    @JsonProperty("ratio") String ratio,
    @JsonProperty("before") double before,
    @JsonProperty("now") double now) {
  /** How far two runs may be apart. */
  private static final double ALIKE = 0.05;

  /** Null if no ratio is in both; those that noise hides are left out. */
  static Repeat worst(Cell before, Cell now) {
    return now.rows().stream()
        .filter(row -> !row.again())
        .flatMap(row -> of(row, before, now))
        .max(Comparator.comparingDouble(Repeat::change))
        .orElse(null);
  }

  private static Stream<Repeat> of(Row row, Cell before, Cell now) {
    List<Row> same =
        before.rows().stream()
            .filter(old -> !old.again() && old.server().equals(row.server()))
            .toList();
    return row.ratios().entrySet().stream()
        .map(Map.Entry::getKey)
        .filter(key -> !now.isNoisy(key) && !before.isNoisy(key))
        .flatMap(
            key ->
                same.stream()
                    .filter(old -> old.ratios().containsKey(key))
                    .map(old -> new Repeat(row.server(), key, old.value(key), row.value(key))));
  }

  /** Such as 0.03 for 3%, whichever is the larger; infinite where one of them is 0. */
  @JsonIgnore
  double change() {
    return before == now ? 0 : Math.max(before, now) / Math.min(before, now) - 1;
  }

  @JsonIgnore
  boolean isNoise() {
    return change() > ALIKE;
  }

  @Override
  public String toString() {
    return "%s, %s: %.3f before, %.3f now".formatted(server, ratio, before, now);
  }
}
