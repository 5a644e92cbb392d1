package cal.bench.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One case that was measured. Immutable.
 *
 * @param labels what the case was, such as {@code clients=100}
 * @param rows what each server has shown
 * @param warnings sentences that a reader of the figures must know
 * @param run which run it is of: 1, and one more with each {@code --again}
 * @param repeat how far it is from the run before; null if there is nothing to compare
 */
public record Cell(
    @JsonProperty("case") Map<String, String> labels,
    @JsonProperty("rows") List<Row> rows,
    @JsonProperty("warnings") List<String> warnings,
    @JsonProperty("run") int run,
    @JsonProperty("repeat") Repeat repeat) {

  /** Copies the collections, in their order. */
  public Cell {
    labels = new LinkedHashMap<>(labels);
    rows = List.copyOf(rows);
    warnings = warnings == null ? List.of() : List.copyOf(warnings);
  }

  /** The rows of one measurement. */
  public Cell(Map<String, String> labels, List<Row> rows, List<String> warnings) {
    this(labels, rows, warnings, 1, null);
  }

  /** The same as part of a run; {@code before} is of the one before, or null. */
  Cell of(int number, Cell before) {
    Repeat worst = before == null ? null : Repeat.worst(before, this);
    return new Cell(labels, rows, warnings, number, worst);
  }

  /**
   * Whether a ratio of the baseline to itself is so far from 1 that the same ratio of others says
   * nothing.
   *
   * @return true if so; false where the baseline was not measured twice
   */
  public boolean isNoisy(String key) {
    return rows.stream()
        .filter(Row::again)
        .map(row -> row.ratios().get(key))
        .anyMatch(ratio -> ratio != null && ratio.isNoise());
  }

  /** Whether any ratio is; false where the baseline was not measured twice. */
  public boolean isNoisy() {
    return rows.stream()
        .filter(Row::again)
        .flatMap(row -> row.ratios().values().stream())
        .anyMatch(Ratio::isNoise);
  }

  /**
   * Whether somebody can be told to be the best by a figure: the baseline was measured twice and is
   * near itself, and the figure says what it seems to of everybody.
   *
   * @param key of the figure or ratio
   */
  public boolean hasBest(String key) {
    return tellsNoise()
        && !isNoisy()
        && rows.stream().noneMatch(row -> row.isRefused() || row.doubtful().contains(key));
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
