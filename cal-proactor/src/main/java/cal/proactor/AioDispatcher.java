package cal.proactor;

import cal.proactor.internal.concurrent.Failures;
import cal.proactor.internal.concurrent.Followers;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls the handlers of ended operations, and counts the others (section 6). The number of permits
 * is fixed, and an operation has a permit from the start until the call of its handler, so no queue
 * of a proactor grows beyond this number. Thread-safe, without a lock.
 */
final class AioDispatcher {
  /** The most handlers that a thread calls before it returns. */
  private static final int BATCH = 64;

  private final Queue<AioOperation> ended = new ConcurrentLinkedQueue<>();
  private final Followers followers = new Followers();
  private final AtomicInteger alive = new AtomicInteger();
  private final int most;
  private volatile Runnable wakeLeader = () -> {};

  AioDispatcher(int most) {
    this.most = most;
  }

  /** Gets the way to wake the leader, which dispatches as well. */
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

  /** Started operations with uncalled handlers. */
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

  /** Takes an ended operation; the caller looks after the operation, or wakes others. */
  void add(AioOperation operation) {
    ended.add(operation);
  }

  /** Takes an operation that has ended without a leader (post_completion, section 6.1). */
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

  /** A failing handler ends neither its thread nor other handlers. */
  private static void dispatch(AioOperation operation) {
    try {
      operation.dispatch();
    } catch (Throwable failure) {
      Failures.report(failure);
    }
  }
}
