package cal.core.internal.support;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Keeps the JVM alive while activities are in flight, though workers are daemon threads: a single
 * thread that is no daemon.
 *
 * <p>Thread-safe. The thread looks ten times a second, so the start and end of an activity cost
 * nothing; the thread goes when nothing is in flight any more, and comes back with the next
 * activity.
 */
public final class KeepAlive {
  private static final long LOOK_NANOS = 100_000_000L;

  private final BooleanSupplier busy;
  private final Runnable atEachLook;
  private final AtomicReference<Thread> keeper = new AtomicReference<>();

  /**
   * Keeps the JVM.
   *
   * @param busy whether the JVM is to be kept
   * @param atEachLook looks at the rest meanwhile; takes no time
   */
  public KeepAlive(BooleanSupplier busy, Runnable atEachLook) {
    this.busy = busy;
    this.atEachLook = atEachLook;
  }

  /** To be called after an activity was counted as in flight. */
  public void ensure() {
    if (keeper.get() == null) {
      start();
    }
  }

  private void start() {
    Thread thread = CalThread.ofRounds("cal-keep-alive", this::look);
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

  private boolean look() {
    if (isBusy()) {
      LockSupport.parkNanos(this, LOOK_NANOS);
      atEachLook.run();
      return true;
    }
    keeper.set(null);
    // An activity admitted before this line saw a keeper; look once more on its behalf.
    return isBusy() && keeper.compareAndSet(null, Thread.currentThread());
  }

  /** A look may find no memory, which tells nothing: a dead keeper would not be replaced. */
  private boolean isBusy() {
    try {
      return busy.getAsBoolean();
    } catch (Throwable unknown) {
      return true;
    }
  }
}
