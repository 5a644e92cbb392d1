package cal.bench.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A measured case. Immutable.
 *
 * @param labels of the case, such as {@code clients=100}
 * @param rows the results of each server
 * @param warnings sentences for readers of the figures
 * @param repeats the indices beside an earlier record's; none if there is nothing to compare
 */
public record Cell(
    @JsonProperty("case") Map<String, String> labels,
    @JsonProperty("rows") List<Row> rows,
    @JsonProperty("warnings") List<String> warnings,
    @JsonProperty("repeats") List<Repeat> repeats) {

  /** Copies the collections, in their order. */
  public Cell {
    labels = new LinkedHashMap<>(labels);
    rows = List.copyOf(rows);
    warnings = warnings == null ? List.of() : List.copyOf(warnings);
    repeats = repeats == null ? List.of() : List.copyOf(repeats);
  }

  /** The rows of a measurement. */
  public Cell(Map<String, String> labels, List<Row> rows, List<String> warnings) {
    this(labels, rows, warnings, List.of());
  }

  /** The same beside an earlier record's, or null. */
  public Cell beside(Cell before) {
    return new Cell(labels, rows, warnings, before == null ? List.of() : Repeat.of(before, this));
  }

  /** The indices contradicted by an earlier record. */
  public List<Repeat> contradicted() {
    return repeats.stream().filter(repeat -> !repeat.agrees()).toList();
  }

  /** Whether a record before contradicts this index of a row. */
  public boolean isContradicted(Row row, String key) {
    return !row.again()
        && contradicted().stream()
            .anyMatch(one -> one.server().equals(row.server()) && one.index().equals(key));
  }

  /**
   * The indices that cannot be told for any row: the baseline beside itself, a row at most, is too
   * far from 100, varies too much from JVM to JVM, or says nothing.
   *
   * @return their keys
   */
  @JsonProperty(value = "cannot_be_told", access = JsonProperty.Access.READ_ONLY)
  public Set<String> untold() {
    Set<String> untold = new TreeSet<>();
    for (Row again : rows.stream().filter(Row::again).toList()) {
      rows.forEach(row -> untold.addAll(row.indices().keySet()));
      untold.removeIf(key -> again.indices().containsKey(key) && again.indices().get(key).tells());
    }
    return untold;
  }

  /**
   * Whether a row's index is told in spite of a baseline that varies: only as an interval, which
   * parts from that of the baseline beside itself.
   */
  public boolean isParted(Row row, String key) {
    return isBesideAVaryingBaseline(row, key)
        && rows.stream()
            .filter(Row::again)
            .map(again -> again.indices().get(key))
            .allMatch(again -> again != null && row.indices().get(key).partsFrom(again));
  }

  /** Whether nothing can be told of a row's index. */
  public boolean isUntold(Row row, String key) {
    return isBesideAVaryingBaseline(row, key) && !isParted(row, key);
  }

  private boolean isBesideAVaryingBaseline(Row row, String key) {
    return row.indices().containsKey(key)
        && !row.again()
        && !row.isBaseline()
        && untold().contains(key);
  }

  /**
   * Whether a figure can tell the best: the baseline was measured twice and is near itself, and the
   * figure is beyond doubt in every row.
   *
   * @param key of the figure or index
   */
  public boolean hasBest(String key) {
    return tellsNoise()
        && untold().isEmpty()
        && rows.stream()
            .noneMatch(
                row -> row.isRefused() || row.doubtful().contains(key) || isContradicted(row, key));
  }

  /** Whether others stand beside a twice measured baseline. */
  public boolean tellsNoise() {
    return rows.size() > 2 && rows.stream().anyMatch(Row::again);
  }

  /** The labels of a case in words, such as {@code clients 100, sessions long}. */
  public static String name(Map<String, String> labels) {
    return String.join(
        ", ", labels.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }
}
