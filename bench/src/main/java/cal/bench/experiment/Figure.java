package cal.bench.experiment;

/**
 * A figure or ratio that rows may have: how it is called. Immutable.
 *
 * @param key in JSON, and in the charts of an experiment's file
 * @param heading of a column, short
 * @param title of an axis, with its unit
 * @param decimals how many are shown
 * @param best which value is the best
 */
public record Figure(String key, String heading, String title, int decimals, Best best) {
  /** Which value of a figure is the best. */
  public enum Best {
    /** The highest. */
    HIGH,
    /** The lowest. */
    LOW,
    /** None: it only says what was there. */
    NONE
  }

  /**
   * A value of it, for people.
   *
   * @param value null where there is none
   * @return such as {@code 12,345} or {@code 0.0123}
   */
  public String text(Double value) {
    return value == null ? "none" : ("%,." + decimals + "f").formatted(value);
  }

  /**
   * Whether a value is better than another.
   *
   * @param one not null
   * @param other not null
   * @return false if neither is
   */
  public boolean isBetter(double one, double other) {
    return switch (best) {
      case HIGH -> one > other;
      case LOW -> one < other;
      case NONE -> false;
    };
  }
}
