package cal.core.internal.stage;

import cal.core.internal.support.Closer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The closings that a look at a stage has found due. They call the server's objects, so they have
 * threads of their own, for as long as they take. Begun by one thread at a time.
 */
final class Closings {
  private final String stage;
  private final AtomicBoolean underWay = new AtomicBoolean();

  Closings(String stage) {
    this.stage = stage;
  }

  /** Whether some have not ended, and no more are begun. */
  boolean underWay() {
    return underWay.get();
  }

  /** Begins all of them, unless there are none, or some are under way. */
  void begin(List<Runnable> all) {
    if (all.isEmpty() || !underWay.compareAndSet(false, true)) {
      return;
    }
    Thread thread = new Thread(() -> run(all), "cal-idle-" + stage);
    thread.setDaemon(true);
    try {
      thread.start();
    } catch (Throwable none) {
      underWay.set(false);
      all.forEach(Runnable::run); // what is to end was taken from its queue
    }
  }

  private void run(List<Runnable> all) {
    try (Closer closer = new Closer()) {
      all.forEach(closer::run);
    } finally {
      underWay.set(false);
    }
  }
}
