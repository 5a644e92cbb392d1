package cal.bench.experiment;

import java.util.List;
import java.util.Locale;

/**
 * A figure or index of rows: its name and form. Immutable.
 *
 * @param key in JSON, and in the charts of an experiment's file
 * @param heading of a column, short
 * @param title of an axis, with the unit
 * @param decimals the number shown
 * @param best the best value
 */
public record Figure(String key, String heading, String title, int decimals, Best best) {
  /** Which value of a figure is the best. */
  public enum Best {
    /** The highest. */
    HIGH,
    /** The lowest. */
    LOW,
    /** None: the figure is only a fact. */
    NONE
  }

  /** Of a row such as {@code p99_ms | p99 ms | 99th percentile of latency, ms | 1 | low}. */
  public static Figure of(String row) {
    String[] cells = row.strip().split("\\s*\\|\\s*");
    Best best = Best.valueOf(cells[4].toUpperCase(Locale.ROOT));
    return new Figure(cells[0], cells[1], cells[2], Integer.parseInt(cells[3]), best);
  }

  /** Of such rows. */
  public static List<Figure> table(String rows) {
    return table(rows, List.of());
  }

  /**
   * The same.
   *
   * @param known figures to be named by key alone
   */
  public static List<Figure> table(String rows, List<Figure> known) {
    return rows.lines()
        .map(
            row ->
                known.stream()
                    .filter(one -> one.key.equals(row))
                    .findFirst()
                    .orElseGet(() -> of(row)))
        .toList();
  }

  /** The same, of which no value is the best. */
  public Figure unranked() {
    return new Figure(key, heading, title, decimals, Best.NONE);
  }

  /** A value, for people, such as {@code 12,345} or {@code 0.0123}; may be null. */
  public String text(Double value) {
    return value == null ? "none" : ("%,." + decimals + "f").formatted(value);
  }

  /** Whether a value is better than another; false if neither is. */
  public boolean isBetter(double one, double other) {
    return switch (best) {
      case HIGH -> one > other;
      case LOW -> one < other;
      case NONE -> false;
    };
  }
}
