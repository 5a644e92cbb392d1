package cal.reactive;

import java.util.concurrent.TimeUnit;

/** Times by {@link System#nanoTime} until which something may take; 0 is no limit. Stateless. */
final class Deadline {
  private static final long CENTURY_NANOS = TimeUnit.DAYS.toNanos(36_525);

  private Deadline() {}

  /** The time in so many milliseconds, never 0; in a century at the latest. */
  static long in(long millis) {
    return System.nanoTime() + Math.min(TimeUnit.MILLISECONDS.toNanos(millis), CENTURY_NANOS) | 1;
  }

  static boolean isPast(long deadline) {
    return deadline != 0 && deadline - System.nanoTime() <= 0;
  }
}
