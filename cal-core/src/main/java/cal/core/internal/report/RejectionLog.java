package cal.core.internal.report;

import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Logs refused activities of a stage, a line a second at most: an overload must not drown. */
public final class RejectionLog {
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final AtomicLong nextAt = new AtomicLong(System.nanoTime());
  private final AtomicLong unsaid = new AtomicLong();

  /**
   * Logs a refusal, or counts it for the next line.
   *
   * @param text the activity, with the reason; asked for where a line is due
   */
  public void log(Supplier<String> text, Throwable cause) {
    long now = System.nanoTime();
    long due = nextAt.get();
    if (now - due < 0 || !nextAt.compareAndSet(due, now + INTERVAL_NANOS)) {
      unsaid.incrementAndGet();
      return;
    }
    long others = unsaid.getAndSet(0);
    Log.log(
        Level.WARNING,
        "refused "
            + text.get()
            + (others == 0 ? "" : "; " + others + " more since the last such line"),
        cause);
  }
}
