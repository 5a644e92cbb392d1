package cal.proactor;

import static cal.proactor.AioOperation.State.CREATED;
import static cal.proactor.AioOperation.State.DEFERRED;

import cal.proactor.internal.concurrent.BoundedQueue;
import cal.proactor.internal.concurrent.Failures;
import cal.proactor.internal.concurrent.Followers;
import java.nio.channels.ReadPendingException;
import java.nio.channels.WritePendingException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Calls the handlers of ended operations, and counts the others (section 6). The number of permits
 * is fixed, and an operation has a permit from the start until the call of its handler, so no queue
 * of a proactor grows beyond this number. Thread-safe, without a lock.
 */
final class AioDispatcher {
  /** The most handlers that a thread calls before it returns. */
  private static final int BATCH = 64;

  private final BoundedQueue<AioOperation> ended;
  private final Followers followers = new Followers();
  private final AtomicInteger alive = new AtomicInteger();
  private final int most;
  private volatile BooleanSupplier wakeLeader = () -> false;

  AioDispatcher(int most) {
    this.most = most;
    this.ended = new BoundedQueue<>(most);
  }

  /** The most started operations with uncalled handlers. */
  int most() {
    return most;
  }

  /** Gets the way to wake a leader that dispatches as well; false where none waits. */
  void ledBy(BooleanSupplier wake) {
    wakeLeader = wake;
  }

  /**
   * Gives a permit.
   *
   * @throws RejectedExecutionException if there is none
   */
  void admit(AioOperation operation) {
    int now = alive.get();
    while (now < most && !alive.compareAndSet(now, now + 1)) {
      now = alive.get();
    }
    if (now >= most) {
      throw new RejectedExecutionException(
          "%s cannot be started: operations=%d of %d are alive".formatted(operation, most, most));
    }
  }

  /**
   * Admits an operation of a handle: with a permit, the place of the kind, and a note for a close.
   * A refused operation has none of these.
   */
  void admit(AioOperation operation, OperationCode needed) {
    AioHandle handle = operation.handle();
    admit(operation);
    if (!handle.admits(operation)) {
      giveUp();
      throw needed.isInput() ? new ReadPendingException() : new WritePendingException();
    }
    boolean admitted = false;
    try {
      if (!operation.moves(CREATED, DEFERRED)) {
        throw new IllegalStateException("%s was started before".formatted(operation));
      }
      handle.note(operation);
      admitted = true;
    } finally {
      if (!admitted) {
        handle.leaves(operation);
        giveUp();
      }
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
    wakeForLeadership();
  }

  /** Wakes a thread that can dispatch, or lead: a follower, or the leader of a processor. */
  void wakeForLeadership() {
    if (!followers.signal()) {
      boolean unused = wakeLeader.getAsBoolean();
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
      if (!operation.isPart()) {
        giveUp();
      }
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
    } finally {
      operation.recycle();
    }
  }
}
