package cal.reactive.internal.group;

import java.time.Duration;

/**
 * The longest time of a turn on the thread of its loop, and the consequences.
 *
 * @param reportAfter time to the watchdog's report; zero for never
 * @param lendAfter time until a spare thread goes on with the loop; zero for never
 * @param spares spare threads at most
 */
public record Patience(Duration reportAfter, Duration lendAfter, int spares) {
  /** Longer times do not fit into nanoseconds. */
  private static final Duration CENTURY = Duration.ofDays(36_525);

  /** Makes a patience of a century at most. */
  public Patience {
    reportAfter = shorter(reportAfter, CENTURY);
    lendAfter = shorter(lendAfter, CENTURY);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
