package cal.reactive.internal.group;

import java.time.Duration;

/**
 * How long a turn may keep the thread of its loop, and what then.
 *
 * @param reportAfter the watchdog reports it; zero for never
 * @param lendAfter a spare thread goes on with the loop; zero for never
 * @param spares spare threads at most
 */
public record Patience(Duration reportAfter, Duration lendAfter, int spares) {
  /** Longer times do not fit into nanoseconds. */
  private static final Duration CENTURY = Duration.ofDays(36_525);

  /** Makes one that waits for a century at most. */
  public Patience {
    reportAfter = shorter(reportAfter, CENTURY);
    lendAfter = shorter(lendAfter, CENTURY);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
