package cal.proactor;

import static cal.proactor.AioOperation.State.CANCELLING;
import static cal.proactor.AioOperation.State.DEFERRED;
import static cal.proactor.AioOperation.State.STARTED;

import cal.proactor.internal.concurrent.BoundedQueue;
import cal.proactor.internal.concurrent.Failures;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Operations to be started or cancelled (the deferred queue, section 5.2), and the room in flight.
 * Any thread adds; a single thread at a time carries the plan out. Thread-safe, without a lock.
 */
final class AioPlan {
  private final AioDevice device;
  private final int limit;
  private final Consumer<AioOperation> dropped;
  private final Completions completions;
  private final BoundedQueue<AioOperation> deferred;
  private final Queue<AioOperation> cancels = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inFlight = new AtomicInteger();

  /** Whether a cancelled operation may be among those to be started. */
  private volatile boolean drops;

  /**
   * Plans for a device.
   *
   * @param limit the most operations in flight
   * @param most the most operations that may be added
   * @param dropped takes an operation cancelled before the begin
   */
  AioPlan(
      AioDevice device,
      int limit,
      int most,
      Completions completions,
      Consumer<AioOperation> dropped) {
    this.device = device;
    this.limit = limit;
    this.completions = completions;
    this.dropped = dropped;
    this.deferred = new BoundedQueue<>(most);
  }

  /** Takes an operation, without a need of memory: so the operation ends here alone. */
  void start(AioOperation operation) {
    deferred.add(operation);
    if (operation.state() == CANCELLING) {
      drops = true; // an earlier look has not found the operation here
    }
  }

  void cancel(AioOperation operation) {
    cancels.add(operation);
  }

  boolean hasWork() {
    return drops || !cancels.isEmpty() || (!deferred.isEmpty() && inFlight.get() < limit);
  }

  /** Operations of the device. */
  int inFlight() {
    return inFlight.get();
  }

  /** Whether there is an operation, of the device or to be started. */
  boolean hasOperations() {
    return inFlight.get() > 0 || !deferred.isEmpty();
  }

  /** Cancels, and starts as many operations as have room. */
  void carryOut() {
    for (AioOperation next = cancels.poll(); next != null; next = cancels.poll()) {
      if (next.state() == CANCELLING) {
        if (next.isBegun()) {
          cancelBegun(next);
        } else {
          drops = true;
        }
      }
    }
    if (drops) {
      drops = false;
      dropCancelled();
    }
    while (inFlight.get() < limit) {
      AioOperation next = deferred.poll();
      if (next == null) {
        return;
      }
      begin(next);
    }
  }

  /** The thread may be another's, whose own operation goes on. */
  private void cancelBegun(AioOperation operation) {
    try {
      device.cancel(operation);
    } catch (RuntimeException | Error failure) {
      Failures.report(failure);
    }
  }

  /** Each operation is taken once, and keeps its turn. */
  private void dropCancelled() {
    for (int left = deferred.size(); left > 0; left--) {
      AioOperation next = deferred.poll();
      if (next == null) {
        return;
      }
      if (next.state() == CANCELLING) {
        dropped.accept(next);
      } else {
        deferred.add(next);
      }
    }
  }

  private void begin(AioOperation operation) {
    if (!operation.handle().enter()) {
      operation.moves(DEFERRED, CANCELLING);
      dropped.accept(operation);
      return;
    }
    inFlight.incrementAndGet();
    if (!operation.moves(DEFERRED, STARTED)) {
      leave(operation);
      dropped.accept(operation);
      return;
    }
    operation.begin();
    try {
      device.start(operation);
    } catch (RuntimeException | Error failure) {
      completions.failed(operation, failure);
    }
  }

  /** The device has an operation no more. */
  void leave(AioOperation operation) {
    inFlight.decrementAndGet();
    try {
      operation.handle().leave();
    } catch (IOException | RuntimeException | Error failure) {
      Failures.report(failure);
    }
  }
}
