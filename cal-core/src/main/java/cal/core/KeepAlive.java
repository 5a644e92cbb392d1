package cal.core;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Keeps the JVM alive while activities are in flight, though their carriers are daemon threads: one
 * thread that is not.
 *
 * <p>Thread-safe. The thread looks ten times a second, so that an activity's start and end cost it
 * nothing; it goes when nothing is in flight any more, and comes back with the next activity.
 */
final class KeepAlive {
  private static final long LOOK_NANOS = 100_000_000L;

  private final BooleanSupplier busy;
  private final AtomicReference<Thread> keeper = new AtomicReference<>();

  KeepAlive(BooleanSupplier busy) {
    this.busy = busy;
  }

  /** To be called after an activity was counted as in flight. */
  void ensure() {
    if (keeper.get() == null) {
      start();
    }
  }

  private void start() {
    Thread thread = new Thread(this::keep, "cal-keep-alive");
    thread.setDaemon(false);
    if (keeper.compareAndSet(null, thread)) {
      try {
        thread.start();
      } catch (Throwable none) {
        keeper.set(null);
        throw none;
      }
    }
  }

  private void keep() {
    do {
      while (busy.getAsBoolean()) {
        LockSupport.parkNanos(this, LOOK_NANOS);
      }
      keeper.set(null);
      // An activity admitted before this line saw a keeper; look once more on its behalf.
    } while (busy.getAsBoolean() && keeper.compareAndSet(null, Thread.currentThread()));
  }
}
