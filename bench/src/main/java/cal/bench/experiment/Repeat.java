package cal.bench.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Of a case that was measured twice, the index that differs most from the one before. Immutable.
 *
 * @param server whose index
 * @param index its key
 * @param before its mean in the record before
 * @param now its mean
 */
record Repeat(
    @JsonProperty("server") String server,
    @JsonProperty("key") String index,
    @JsonProperty("before") double before,
    @JsonProperty("now") double now) {
  /** How far two records may be apart. */
  private static final double ALIKE = 0.05;

  /** Empty if no index is in both; those that either cannot tell are left out. */
  static Optional<Repeat> worst(Cell before, Cell now) {
    Set<String> untold = new TreeSet<>(before.varying());
    untold.addAll(now.varying());
    return compared(now)
        .flatMap(row -> of(row, before))
        .filter(one -> !untold.contains(one.index))
        .max(Comparator.comparingDouble(Repeat::change));
  }

  private static Stream<Row> compared(Cell cell) {
    return cell.rows().stream().filter(row -> !row.again() && !row.isBaseline());
  }

  private static Stream<Repeat> of(Row row, Cell before) {
    return compared(before)
        .filter(old -> old.server().equals(row.server()))
        .flatMap(
            old ->
                row.indices().keySet().stream()
                    .filter(old.indices()::containsKey)
                    .map(key -> new Repeat(row.server(), key, old.value(key), row.value(key))));
  }

  /** Such as 0.03 for 3%, whichever is the larger. */
  @JsonIgnore
  double change() {
    return Math.max(before, now) / Math.min(before, now) - 1;
  }

  @JsonIgnore
  boolean agrees() {
    return change() <= ALIKE;
  }

  @Override
  public String toString() {
    return "%s of %s was %.1f, and is %.1f".formatted(index, server, before, now);
  }
}
