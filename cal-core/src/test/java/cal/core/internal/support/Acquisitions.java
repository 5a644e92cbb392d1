package cal.core.internal.support;

import java.util.concurrent.Callable;

/** Has one acquisition fail of all that something makes while it is opened on this thread. */
public final class Acquisitions {
  private Acquisitions() {}

  /** How many acquisitions there are, when none fails. */
  public static int count(Callable<?> opening) throws Exception {
    int[] count = {0};
    ScopedValue.where(Opening.EACH, () -> count[0]++).call(opening::call);
    return count[0];
  }

  /**
   * Opens something, while one acquisition fails.
   *
   * @param nth which one fails, from 1; the last is the moment after all others
   * @param fault what it throws
   * @return what was thrown; null if it was opened all the same
   */
  public static Throwable failing(int nth, Throwable fault, Callable<?> opening) {
    int[] count = {0};
    Runnable each =
        () -> {
          if (++count[0] == nth) {
            throw Thrown.<RuntimeException>asIs(fault);
          }
        };
    try {
      ScopedValue.where(Opening.EACH, each).call(opening::call);
      return null;
    } catch (Throwable thrown) {
      return thrown;
    }
  }
}
