package cal.core.internal.support;

/**
 * The time that CAL gives code of the server without a known end: a {@code close()}, a {@code
 * toString()}, an interrupted step. A second; tests give less. Thread-safe.
 */
public final class Grace {
  static final long SECOND = 1_000_000_000L;

  private static volatile long nanos = SECOND;

  private Grace() {}

  /** The time in nanoseconds. */
  public static long nanos() {
    return nanos;
  }

  /** Gives another time. */
  static void nanos(long time) {
    nanos = time;
  }
}
