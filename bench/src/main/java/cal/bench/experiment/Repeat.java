package cal.bench.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A twice measured index of a case. Immutable.
 *
 * @param server of the index
 * @param index the key
 * @param before the mean in the record before
 * @param now the mean
 */
public record Repeat(
    @JsonProperty("server") String server,
    @JsonProperty("key") String index,
    @JsonProperty("before") double before,
    @JsonProperty("now") double now) {
  /** How far two records may be apart. */
  private static final double ALIKE = 0.05;

  /** The indices of both; untellable indices are left out. */
  static List<Repeat> of(Cell before, Cell now) {
    Set<String> untold = new TreeSet<>(before.untold());
    untold.addAll(now.untold());
    return compared(now)
        .flatMap(row -> of(row, before))
        .filter(one -> !untold.contains(one.index))
        .toList();
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
  public double change() {
    return Math.max(before, now) / Math.min(before, now) - 1;
  }

  @JsonProperty(value = "agrees", access = JsonProperty.Access.READ_ONLY)
  public boolean agrees() {
    return change() <= ALIKE;
  }

  @Override
  public String toString() {
    return "%s of %s was %.1f in a record before, and is %.1f"
        .formatted(index, server, before, now);
  }
}
