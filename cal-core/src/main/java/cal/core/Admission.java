package cal.core;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The door of a stage: one permit for each activity in flight, from admission to its end.
 *
 * <p>Thread-safe. A re-queue of an admitted activity never comes here, so it never waits and is
 * never refused.
 */
final class Admission {
  /** What became of a request to enter. */
  enum Outcome {
    ADMITTED,
    CALLER_RUNS,
    REFUSED,
    INTERRUPTED,
    CLOSED
  }

  /** Enough permits to wake every waiter up when the door closes. */
  private static final int OPEN_WIDE = Integer.MAX_VALUE / 2;

  /** Permits that can be overdrawn. */
  private static final class Permits extends Semaphore {
    private static final long serialVersionUID = 1L;

    Permits(int limit) {
      super(limit);
    }

    void overdraw() {
      reducePermits(1);
    }
  }

  private final int limit;
  private final WhenFull whenFull;
  private final Permits permits;
  private volatile boolean closedToSpawns;
  private volatile boolean closed;

  Admission(int limit, WhenFull whenFull) {
    this.limit = limit;
    this.whenFull = whenFull;
    this.permits = new Permits(limit);
  }

  int limit() {
    return limit;
  }

  /** Permits taken; a momentary view. */
  int inFlight() {
    return closed ? 0 : Math.max(0, limit - permits.availablePermits());
  }

  /** Takes a permit for a spawned activity if there is one. */
  boolean tryEnter() {
    return permits.tryAcquire();
  }

  /**
   * Whether a spawned activity that finds no permit has its caller wait for one.
   *
   * @param callerMayRun false for a caller on an event loop
   */
  boolean waitsWhenFull(boolean callerMayRun) {
    return whenFull == WhenFull.BLOCK || (whenFull == WhenFull.CALLER_RUNS && !callerMayRun);
  }

  /**
   * Does what the full-policy says of a spawned activity that found no permit.
   *
   * @param mayWait false for a caller that works for this very stage, or is inside a critical
   *     region: it could wait for itself
   * @param callerMayRun false for a caller on an event loop: it waits instead, if it may
   */
  Outcome enterFull(boolean mayWait, boolean callerMayRun) {
    return switch (whenFull) {
      case CALLER_RUNS -> {
        if (mayWait && !callerMayRun) {
          yield waitForPermit();
        }
        // In flight beyond the limit: it gives this permit back at its end, like any other.
        permits.overdraw();
        yield Outcome.CALLER_RUNS;
      }
      case REJECT -> Outcome.REFUSED;
      case BLOCK -> mayWait ? waitForPermit() : Outcome.REFUSED;
    };
  }

  /** Waits in slices, since closing the door to spawns gives no permit that would wake them up. */
  private Outcome waitForPermit() {
    try {
      while (!closedToSpawns) {
        if (permits.tryAcquire(100, TimeUnit.MILLISECONDS)) {
          return admitted();
        }
      }
      return Outcome.CLOSED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.INTERRUPTED;
    }
  }

  /** A permit is taken; but the door may have been closed since the caller looked. */
  private Outcome admitted() {
    if (closedToSpawns) {
      permits.release();
      return Outcome.CLOSED;
    }
    return Outcome.ADMITTED;
  }

  /**
   * The same for a hand-off, whose caller may always wait. An interrupt is left for the call itself
   * to see, as unwoven.
   *
   * @param beforeWaiting told when the caller is about to wait; throws if it must not
   */
  Outcome enterHandOff(boolean callerMayRun, Runnable beforeWaiting) {
    if (!permits.tryAcquire()) {
      switch (whenFull) {
        case CALLER_RUNS -> {
          if (callerMayRun) {
            return Outcome.CALLER_RUNS;
          }
          beforeWaiting.run();
          permits.acquireUninterruptibly();
        }
        case REJECT -> {
          return Outcome.REFUSED;
        }
        case BLOCK -> {
          beforeWaiting.run();
          permits.acquireUninterruptibly();
        }
      }
    }
    return closed ? Outcome.CLOSED : Outcome.ADMITTED;
  }

  void leave() {
    permits.release();
  }

  void closeToSpawns() {
    closedToSpawns = true;
  }

  /** Wakes up whoever still waits, and admits nothing more. */
  synchronized void close() {
    if (!closed) {
      closed = true;
      closedToSpawns = true;
      permits.release(OPEN_WIDE);
    }
  }
}
