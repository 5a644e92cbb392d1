package cal.proactor;

import static cal.proactor.AioOperation.State.CANCELLED;
import static cal.proactor.AioOperation.State.CANCELLING;
import static cal.proactor.AioOperation.State.COMPLETED;
import static cal.proactor.AioOperation.State.DEFERRED;
import static cal.proactor.AioOperation.State.STARTED;

import cal.proactor.internal.concurrent.Failures;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Plans the starts and cancellations of operations on a device, and waits for their ends (section
 * 7). A single thread at a time leads, and alone calls the device. Any thread starts and cancels:
 * such a thread leads for a moment where nobody does, and leaves a note to the leader otherwise.
 * Thread-safe, without a lock.
 */
final class AioProcessor implements Completions, AioHandle.Owner {
  private final AioDispatcher dispatcher;
  private final AioDevice device;
  private final EnumSet<OperationCode> operations;
  private final int limit;
  private final boolean shared;
  private final LongSupplier patience;

  private final Queue<AioOperation> deferred = new ConcurrentLinkedQueue<>();
  private final Queue<AioOperation> cancels = new ConcurrentLinkedQueue<>();
  private final Set<AioHandle> handles = ConcurrentHashMap.newKeySet();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicBoolean led = new AtomicBoolean();
  private final AtomicBoolean asleep = new AtomicBoolean();
  private volatile boolean closed;

  /**
   * Opens a device.
   *
   * @param patience how long the leader may wait at most, asked before each wait
   */
  AioProcessor(
      AioDispatcher dispatcher, AioProvider provider, AioConfig config, LongSupplier patience)
      throws IOException {
    this.dispatcher = dispatcher;
    this.limit = config.inFlight();
    this.shared = config.leadership() == AioConfig.Leadership.SHARED;
    this.patience = patience;
    this.operations = EnumSet.noneOf(OperationCode.class);
    for (OperationCode code : provider.operations()) {
      if (config.operations().contains(code)) {
        operations.add(code);
      }
    }
    this.device = provider.open(this, limit, !shared);
  }

  @Override
  public boolean supports(OperationCode code) {
    return operations.contains(code);
  }

  AioDevice device() {
    return device;
  }

  /**
   * Takes a handle opened by the device.
   *
   * @throws IOException if the handle is closed, with this processor
   */
  AioHandle own(AioHandle opened) throws IOException {
    take(opened);
    if (closed) {
      throw new IOException("the proactor is closed");
    }
    return opened;
  }

  /** Takes a handle, which is closed where this is. */
  private void take(AioHandle opened) throws IOException {
    opened.belongTo(this);
    handles.add(opened);
    if (closed) {
      opened.close();
    }
  }

  @Override
  public void released(AioHandle handle) {
    handles.remove(handle);
  }

  @Override
  public void start(AioOperation operation) {
    deferred.add(operation);
    attend();
  }

  @Override
  public boolean cancel(AioOperation operation) {
    AioOperation.State reached = operation.cancel();
    if (reached == CANCELLED) {
      deferred.remove(operation);
      forget(operation);
      dispatcher.post(operation);
    } else if (reached == CANCELLING) {
      cancels.add(operation);
      attend();
    }
    return reached != null;
  }

  private static void forget(AioOperation operation) {
    operation.handle().leaves(operation);
    operation.handle().forget(operation);
  }

  /** Becomes the leader; false where another is. */
  boolean acquireLeadership() {
    return led.compareAndSet(false, true);
  }

  boolean isLed() {
    return led.get();
  }

  /** Ends the leadership, after all work left for the leader. */
  void releaseLeadership() {
    led.set(false);
    try {
      while (hasWork() && acquireLeadership()) {
        serveOnce();
      }
    } finally {
      dispatcher.followers().signal();
    }
  }

  /** A failing device must not leave a gone leader. */
  private void serveOnce() {
    try {
      serve();
    } finally {
      led.set(false);
    }
  }

  /** Has a leader look at the queues: the calling thread, or the present leader. */
  private void attend() {
    if (acquireLeadership()) {
      try {
        serve();
      } finally {
        releaseLeadership();
      }
    } else {
      wakeLeader();
    }
  }

  /** Ends the leader's present wait, by a single call of the system at most for each wait. */
  void wakeLeader() {
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      device.interrupt();
    }
  }

  private boolean hasWork() {
    return !cancels.isEmpty() || (!deferred.isEmpty() && inFlight.get() < limit);
  }

  /**
   * Waits for completions, by the leader. The flag of the sleep comes before the last look. Other
   * threads add operations, or shut the processor, and look at the flag then.
   *
   * @param nanos to wait at most
   */
  void handleAioEvents(long nanos) throws IOException {
    serve();
    asleep.set(true);
    try {
      boolean more = hasWork() || (closed && !isBusy());
      device.await(more ? 0 : Math.min(nanos, patience.getAsLong()));
    } finally {
      asleep.set(false);
    }
    serve();
  }

  private void serve() {
    for (AioOperation next = cancels.poll(); next != null; next = cancels.poll()) {
      if (next.state() == CANCELLING) {
        device.cancel(next);
      }
    }
    while (inFlight.get() < limit) {
      AioOperation next = deferred.poll();
      if (next == null) {
        return;
      }
      begin(next);
    }
  }

  private void begin(AioOperation operation) {
    if (!operation.handle().enter()) {
      cancel(operation);
      return;
    }
    inFlight.incrementAndGet();
    if (!operation.moves(DEFERRED, STARTED)) {
      leave(operation);
      return;
    }
    try {
      device.start(operation);
    } catch (RuntimeException | Error failure) {
      failed(operation, failure);
    }
  }

  @Override
  public void completed(AioOperation operation, long count) {
    operation.end(COMPLETED, count, null, null);
    ended(operation);
  }

  @Override
  public void accepted(AioOperation operation, AioHandle connection) {
    operation.end(COMPLETED, 0, connection, null);
    try {
      take(connection);
    } catch (IOException failure) {
      Failures.report(failure);
    }
    ended(operation);
  }

  @Override
  public void failed(AioOperation operation, Throwable failure) {
    operation.end(COMPLETED, 0, null, failure);
    ended(operation);
  }

  @Override
  public void cancelled(AioOperation operation) {
    operation.end(CANCELLED, 0, null, null);
    ended(operation);
  }

  private void ended(AioOperation operation) {
    leave(operation);
    forget(operation);
    if (shared) {
      dispatcher.add(operation); // the leader dispatches next
    } else {
      dispatcher.post(operation);
    }
  }

  /** The device has an operation no more. */
  private void leave(AioOperation operation) {
    inFlight.decrementAndGet();
    try {
      operation.handle().leave();
    } catch (IOException failure) {
      Failures.report(failure);
    }
  }

  /** Closes the handles, and cancels operations under way. */
  void shut() {
    closed = true;
    for (AioHandle handle : handles) {
      try {
        handle.close();
      } catch (IOException failure) {
        Failures.report(failure);
      }
    }
    wakeLeader();
  }

  boolean isShut() {
    return closed;
  }

  /** Operations of the device. */
  int inFlight() {
    return inFlight.get();
  }

  /** Whether the device has an operation, or a handle is open. */
  boolean isBusy() {
    return inFlight.get() > 0 || hasWork() || !handles.isEmpty();
  }
}
