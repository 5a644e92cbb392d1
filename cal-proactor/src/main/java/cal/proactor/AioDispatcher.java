package cal.proactor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls the handlers of operations that have ended, and counts those that have not (section 6). An
 * operation has one of a fixed number of permits from its start until its handler is called, so no
 * queue of a proactor grows beyond that number. Thread-safe, without a lock.
 */
final class AioDispatcher {
  /** Handlers that a thread calls, at most, before its caller has it back. */
  private static final int BATCH = 64;

  private final Queue<AioOperation> ended = new ConcurrentLinkedQueue<>();
  private final Followers followers = new Followers();
  private final AtomicInteger alive = new AtomicInteger();
  private final int most;
  private volatile Runnable wakeLeader = () -> {};

  AioDispatcher(int most) {
    this.most = most;
  }

  /** Says how the thread is woken that leads, and that dispatches as well. */
  void ledBy(Runnable wake) {
    wakeLeader = wake;
  }

  /**
   * Gives a permit.
   *
   * @throws RejectedExecutionException if there is none
   */
  void admit(AioOperation operation) {
    if (alive.getAndUpdate(now -> Math.min(most, now + 1)) == most) {
      throw new RejectedExecutionException(
          "%s cannot be started: operations=%d of %d are alive".formatted(operation, most, most));
    }
  }

  /** Takes a permit back. */
  void giveUp() {
    alive.decrementAndGet();
  }

  /** Operations that were started, and whose handlers have not been called. */
  int alive() {
    return alive.get();
  }

  Followers followers() {
    return followers;
  }

  /** Whether a handler is to be called. */
  boolean isReady() {
    return !ended.isEmpty();
  }

  /** Takes an operation that has ended; the caller looks after it, or wakes others. */
  void add(AioOperation operation) {
    ended.add(operation);
  }

  /** Takes one that has ended elsewhere than with a leader (post_completion, section 6.1). */
  void post(AioOperation operation) {
    ended.add(operation);
    if (!followers.signal()) {
      wakeLeader.run();
    }
  }

  /**
   * Calls handlers, and lets another thread help where there are several.
   *
   * @return handlers called
   */
  int dispatch() {
    int count = 0;
    while (count < BATCH) {
      AioOperation operation = ended.poll();
      if (operation == null) {
        break;
      }
      if (isReady()) {
        followers.signal();
      }
      giveUp();
      count++;
      dispatch(operation);
    }
    return count;
  }

  /** Calls handlers until there is none to be called. */
  void dispatchAll() {
    while (dispatch() > 0) {
      Thread.onSpinWait();
    }
  }

  /** A handler that fails ends neither its thread nor other handlers. */
  private static void dispatch(AioOperation operation) {
    try {
      operation.dispatch();
    } catch (Throwable failure) {
      report(failure);
    }
  }

  /** Tells of a failure that has no caller, as one that ends a thread; it always returns. */
  static void report(Throwable failure) {
    Thread here = Thread.currentThread();
    try {
      here.getUncaughtExceptionHandler().uncaughtException(here, failure);
    } catch (Throwable ofTheReport) {
      return; // as the JVM does, where a thread ends
    }
  }
}
