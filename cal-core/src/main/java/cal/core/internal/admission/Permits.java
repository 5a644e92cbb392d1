package cal.core.internal.admission;

import cal.core.spi.WhenFull;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The permits of a stage: one for each activity in flight, from admission to its end.
 *
 * <p>Thread-safe. A re-queue of an admitted activity never comes here, so it never waits and is
 * never refused.
 */
public final class Permits {
  /** Enough permits to wake every waiter up at the end. */
  private static final int OPEN_WIDE = Integer.MAX_VALUE / 2;

  /** Permits, which can be overdrawn. */
  private static final class ReducibleSemaphore extends Semaphore {
    private static final long serialVersionUID = 1L;

    ReducibleSemaphore(int limit) {
      super(limit);
    }

    void reduce(int fewer) {
      reducePermits(fewer);
    }
  }

  private volatile int limit;
  private volatile WhenFull whenFull;

  /** Odd while the limit is changed. */
  private volatile int changes;

  private final ReducibleSemaphore semaphore;
  private final OverloadControl overload = new OverloadControl();
  private volatile boolean closedToSpawns;
  private volatile boolean closed;

  public Permits(int limit, WhenFull whenFull) {
    this.limit = limit;
    this.whenFull = whenFull;
    this.semaphore = new ReducibleSemaphore(limit);
  }

  public int limit() {
    return limit;
  }

  /** Which connections are refused, where {@code max-in-flight} is {@code auto}. */
  public OverloadControl overload() {
    return overload;
  }

  /**
   * Changes the limit and the full-policy. Those that are in flight beyond a lower limit go on; a
   * caller that waits goes on waiting as it began.
   */
  public synchronized void change(int newLimit, WhenFull newPolicy) {
    whenFull = newPolicy;
    int more = newLimit - limit;
    changes++;
    if (more > 0) {
      semaphore.release(more);
    } else {
      semaphore.reduce(-more);
    }
    limit = newLimit;
    changes++;
  }

  /** Permits taken; a momentary view. */
  public int inFlight() {
    while (!closed) {
      int before = changes;
      int taken = limit - semaphore.availablePermits();
      if (before == changes && (before & 1) == 0) {
        return Math.max(0, taken);
      }
      Thread.onSpinWait();
    }
    return 0;
  }

  /** Callers waiting for a place; a momentary view. */
  public int callers() {
    return semaphore.getQueueLength();
  }

  /** Takes a permit for a spawned activity, if any is left. */
  public boolean tryEnter() {
    return semaphore.tryAcquire();
  }

  /**
   * Whether a spawned activity that finds no permit has its caller wait for one.
   *
   * @param callerMayRun false for a caller on an event loop
   */
  public boolean waitsWhenFull(boolean callerMayRun) {
    return whenFull == WhenFull.BLOCK || (whenFull == WhenFull.CALLER_RUNS && !callerMayRun);
  }

  /**
   * Does what the full-policy says of a spawned activity that found no permit.
   *
   * @param mayWait false for a caller that could wait for itself
   * @param callerMayRun false for a caller on an event loop: it waits instead, if it may
   */
  public Decision enterFull(boolean mayWait, boolean callerMayRun) {
    return switch (whenFull) {
      case CALLER_RUNS -> {
        if (mayWait && !callerMayRun) {
          yield waitForPermit();
        }
        // In flight beyond the limit: it gives this permit back at its end, like any other.
        overdraw();
        yield Decision.CALLER_RUNS;
      }
      case REJECT -> Decision.FULL;
      case BLOCK -> mayWait ? waitForPermit() : Decision.FULL;
    };
  }

  /** Waits in slices, since closing to spawns gives no permit as a signal. */
  private Decision waitForPermit() {
    try {
      while (!closedToSpawns) {
        if (semaphore.tryAcquire(100, TimeUnit.MILLISECONDS)) {
          return admitted();
        }
      }
      return Decision.CLOSED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Decision.INTERRUPTED;
    }
  }

  /** A permit is taken; but spawns may have been closed since the caller looked. */
  private Decision admitted() {
    if (closedToSpawns) {
      semaphore.release();
      return Decision.CLOSED;
    }
    return Decision.ADMITTED;
  }

  /**
   * The same for a hand-off, whose caller may always wait. An interrupt is left for the call itself
   * to see, as unwoven.
   *
   * @param deadline nanoseconds that it may wait at most; 0 for ever
   * @param waiting waits for a place in its own way, or throws if the caller must not
   */
  public Decision enterHandOff(boolean callerMayRun, long deadline, Consumer<Runnable> waiting) {
    if (!semaphore.tryAcquire()) {
      if (whenFull == WhenFull.REJECT) {
        return Decision.FULL;
      }
      if (whenFull == WhenFull.CALLER_RUNS && callerMayRun) {
        return Decision.CALLER_RUNS;
      }
      boolean[] taken = {false};
      waiting.accept(() -> taken[0] = acquire(deadline));
      if (!taken[0]) {
        return Decision.LATE;
      }
    }
    return closed ? Decision.CLOSED : Decision.ADMITTED;
  }

  /** Waits for a place, at most so many nanoseconds, or for ever with 0; an interrupt is kept. */
  private boolean acquire(long deadline) {
    if (deadline == 0) {
      semaphore.acquireUninterruptibly();
      return true;
    }
    long end = System.nanoTime() + deadline;
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return semaphore.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Takes a permit although there may be none. */
  public void overdraw() {
    semaphore.reduce(1);
  }

  public void leave() {
    semaphore.release();
  }

  public void closeToSpawns() {
    closedToSpawns = true;
  }

  /** Wakes up all waiting callers, and admits nothing more. */
  public synchronized void close() {
    if (!closed) {
      closed = true;
      closedToSpawns = true;
      semaphore.release(OPEN_WIDE);
    }
  }
}
