package cal.core.spi;

/**
 * How many activities of a stage may be in flight. Immutable.
 *
 * @param activities at most
 * @param found whether a stage that has more connections than it can begin in time finds a lower
 *     limit by itself
 */
public record MaxInFlight(int activities, boolean found) {
  /** The limit is found while the server runs. */
  public static final MaxInFlight AUTO = new MaxInFlight(16_384, true);

  static final int MOST = 1_000_000;

  static MaxInFlight parse(String text) {
    if (text.equals("auto")) {
      return AUTO;
    }
    int number = Integer.parseInt(text);
    if (number < 1 || number > MOST) {
      throw new IllegalArgumentException("out of range");
    }
    return new MaxInFlight(number, false);
  }
}
