package cal.core.internal.stage;

import cal.core.internal.support.CalThread;
import cal.core.internal.support.Closer;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The due closings of a stage. They call the server's objects, so a thread apart runs them, for as
 * long as that takes. Begun by one thread at a time.
 */
final class Closings {
  private final String stage;
  private final AtomicBoolean underWay = new AtomicBoolean();

  Closings(String stage) {
    this.stage = stage;
  }

  /**
   * Begins some on a thread of their own; none where others are under way, or where no thread can
   * be had: the next look finds them again.
   *
   * @param due takes them from where they are, on that thread; each is run then
   */
  void begin(Supplier<List<Runnable>> due) {
    if (!underWay.compareAndSet(false, true)) {
      return;
    }
    try {
      CalThread.ofTask("cal-idle-" + stage, () -> run(due)).start();
    } catch (Throwable none) {
      underWay.set(false);
      Log.log(Level.WARNING, "stage=" + stage + ": no thread can be had to close clients", none);
    }
  }

  private void run(Supplier<List<Runnable>> due) {
    try {
      Closer closer = Closer.ofLook();
      try (closer) {
        due.get().forEach(closer::run);
      } finally {
        closer.runRest(); // what is left out would keep its permit for ever
      }
    } finally {
      underWay.set(false);
    }
  }
}
