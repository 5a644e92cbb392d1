package cal.core.internal.activity;

import cal.core.internal.report.BoundedLog;
import cal.core.internal.report.Hangs;
import cal.core.internal.report.Reports;
import cal.core.internal.support.Thrown;
import cal.core.spi.CapturedActivity;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

/** The handlers of failures of a runtime's activities. Thread-safe. */
public final class Failures {
  private final Reports reports = new Reports();
  private final Hangs hangs = new Hangs();

  /** The first mistake of a binding noticed while activities ran. */
  private final AtomicReference<String> mistake = new AtomicReference<>();

  /** Null where failures are logged. */
  private volatile BiConsumer<? super CapturedActivity, Throwable> handler;

  /** Chooses the handler; by default failures are logged. */
  public void handler(BiConsumer<? super CapturedActivity, Throwable> chosen) {
    handler = chosen;
  }

  /** The reports under way. */
  public Reports reports() {
    return reports;
  }

  /** The hangs of the runtime. */
  public Hangs hangs() {
    return hangs;
  }

  /** Notes a mistake of a binding. */
  void mistaken(String sentence) {
    mistake.compareAndSet(null, sentence);
  }

  /** The first noted mistake of a binding, if any. */
  public Optional<String> mistake() {
    return Optional.ofNullable(mistake.get());
  }

  /**
   * Tells of the failure of an activity that has begun, once.
   *
   * @param log its stage's
   */
  public void failed(CapturedActivity activity, Throwable failure, BoundedLog log) {
    BiConsumer<? super CapturedActivity, Throwable> told = handler;
    if (told == null) {
      log(activity, failure, log);
      return;
    }
    try {
      told.accept(activity, failure);
    } catch (Throwable secondary) {
      log(activity, Thrown.both(failure, secondary), log);
    }
  }

  private static void log(CapturedActivity activity, Throwable failure, BoundedLog log) {
    log.log(Level.ERROR, "activity failed: ", activity::toString, failure);
  }
}
