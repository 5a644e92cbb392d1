package cal.core.internal.engine;

import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/** Logs refused activities of a stage, a line a second at most: an overload must not drown. */
public final class RejectionLog {
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final AtomicLong nextAt = new AtomicLong(System.nanoTime());
  private final AtomicLong unsaid = new AtomicLong();

  void log(StagedActivity activity, Refusal reason, Throwable cause) {
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
            + activity.describeHere()
            + ": "
            + reason.describe(activity.stage())
            + (others == 0 ? "" : "; " + others + " more since the last such line"),
        cause);
  }
}
