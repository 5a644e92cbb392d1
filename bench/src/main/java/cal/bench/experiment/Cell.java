package cal.bench.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One case that was measured. Immutable.
 *
 * @param labels what the case was, such as {@code clients=100}
 * @param rows what each server has shown
 * @param warnings sentences that a reader of the figures must know
 * @param repeats its indices beside those of a record before; none if there is nothing to compare
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

  /** The rows of one measurement. */
  public Cell(Map<String, String> labels, List<Row> rows, List<String> warnings) {
    this(labels, rows, warnings, List.of());
  }

  /** The same beside that of a record before, or null. */
  Cell beside(Cell before) {
    return new Cell(labels, rows, warnings, before == null ? List.of() : Repeat.of(before, this));
  }

  /** The indices that a record before contradicts. */
  List<Repeat> contradicted() {
    return repeats.stream().filter(repeat -> !repeat.agrees()).toList();
  }

  /** Whether a record before contradicts this index of a row. */
  boolean isContradicted(Row row, String key) {
    return !row.again()
        && contradicted().stream()
            .anyMatch(one -> one.server().equals(row.server()) && one.index().equals(key));
  }

  /**
   * The indices that cannot be told of any row: the baseline beside itself, a row at most, is too
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
   * Whether somebody can be told to be the best by a figure: the baseline was measured twice and is
   * near itself, and the figure says what it seems to of everybody.
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

  /** Whether others stand beside a baseline that was measured twice. */
  boolean tellsNoise() {
    return rows.size() > 2 && rows.stream().anyMatch(Row::again);
  }

  /** The labels of a case in words, such as {@code clients 100, sessions long}. */
  public static String name(Map<String, String> labels) {
    return String.join(
        ", ", labels.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }
}
