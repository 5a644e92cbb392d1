package cal.proactor;

import static cal.proactor.AioOperation.State.CANCELLED;
import static cal.proactor.AioOperation.State.CANCELLING;
import static cal.proactor.AioOperation.State.COMPLETED;
import static cal.proactor.AioOperation.State.CREATED;
import static cal.proactor.AioOperation.State.DEFERRED;
import static cal.proactor.AioOperation.State.STARTED;
import static java.net.StandardSocketOptions.TCP_NODELAY;

import cal.core.internal.support.Opening;
import cal.proactor.internal.concurrent.Failures;
import cal.proactor.internal.concurrent.Spares;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NetworkChannel;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Has a device start and cancel operations, and tells their ends (section 7): the plan says which,
 * the leadership by which thread. Thread-safe, without a lock.
 */
final class AioProcessor implements Completions, AioHandle.Owner {
  private final AioDispatcher dispatcher;
  private final AioDevice device;
  private final AioPlan plan;
  private final EnumSet<OperationCode> operations;
  private final String name;
  private final boolean shared;
  private final AioLeadership leadership;
  private final BooleanSupplier over = this::isOver;

  private final Spares<AioOperation> allocator;

  private final Spares<TransmitFile> transfers;
  private final Set<AioHandle> handles = ConcurrentHashMap.newKeySet();
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
    this.name = provider.name();
    this.shared = config.leadership() == AioConfig.Leadership.SHARED;
    this.allocator = new Spares<>(2 * config.inFlight(), AioOperation::new);
    this.transfers = new Spares<>(TransmitFile.IDLE, unused -> new TransmitFile(this));
    this.operations = EnumSet.copyOf(provider.operations());
    operations.retainAll(config.operations());
    try (Opening opening = new Opening()) {
      device = opening.get(() -> provider.open(this, config), AioDevice::close);
      plan = new AioPlan(device, config.inFlight(), dispatcher.most(), this, this::dropped);
      leadership =
          new AioLeadership(config.start(), plan, device, patience, dispatcher::wakeForLeadership);
      opening.complete();
    }
  }

  @Override
  public boolean supports(OperationCode code) {
    return operations.contains(code);
  }

  AioDevice device() {
    return device;
  }

  boolean isShared() {
    return shared;
  }

  AioLeadership leadership() {
    return leadership;
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
    } else if (opened.channel() instanceof NetworkChannel socket
        && socket.supportedOptions().contains(TCP_NODELAY)) {
      opened.option(TCP_NODELAY, true); // a delayed acknowledgement of the peer holds a write up
    }
  }

  @Override
  public void released(AioHandle handle) {
    handles.remove(handle);
  }

  @Override
  public AioOperation result() {
    return allocator.take();
  }

  /**
   * Takes an operation to be started, as {@link Proactor#start} says.
   *
   * @throws UnsupportedOperationException if operations of this kind are for another processor
   */
  @Override
  public void start(AioOperation operation) {
    admit(operation, operation.code());
    plan.start(operation);
    leadership.attend();
    if (closed) {
      dispatcher.dispatchAll();
    }
  }

  @Override
  public void startPart(AioOperation part, AioOperation whole) {
    part.bePartOf(whole);
    boolean unused = part.moves(CREATED, DEFERRED);
    part.handle().note(part);
    if (part.isOfCancelled()) { // before the part was noted
      unused = part.moves(DEFERRED, CANCELLING);
    }
    plan.start(part);
    leadership.attend();
  }

  @Override
  public void transmit(
      AioOperation whole,
      AioHandle file,
      long position,
      long count,
      ByteBuffer header,
      ByteBuffer trailer) {
    TransmitFile transfer = transfers.take(); // before a permit: memory may be wanting
    try {
      admit(whole, OperationCode.WRITE_STREAM);
    } catch (Throwable refused) {
      transfers.giveBack(transfer);
      throw refused;
    }
    boolean unused = whole.moves(DEFERRED, STARTED);
    transfer.begin(whole, file, position, count, header, trailer);
    if (closed) {
      dispatcher.dispatchAll();
    }
  }

  void transmitted(TransmitFile transfer, AioOperation whole) {
    transfers.giveBack(transfer);
    tell(whole);
  }

  private void admit(AioOperation operation, OperationCode needed) {
    if (!supports(needed)) {
      throw new UnsupportedOperationException("%s is not supported by %s".formatted(needed, name));
    }
    dispatcher.admit(operation, needed);
  }

  @Override
  public boolean cancel(AioOperation operation, AioHandle handle) {
    boolean asked = operation.cancel(handle);
    if (asked) {
      plan.cancel(operation);
      leadership.attend();
    }
    return asked;
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
    } catch (IOException | RuntimeException | Error failure) {
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
    plan.leave(operation);
    tell(operation);
  }

  private void dropped(AioOperation operation) {
    operation.end(CANCELLED, 0, null, null);
    tell(operation);
  }

  private void tell(AioOperation operation) {
    operation.handle().leaves(operation);
    operation.handle().forget(operation);
    if (shared && leadership.isWaiter()) {
      dispatcher.add(operation); // the leader dispatches next
    } else {
      dispatcher.post(operation);
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
    leadership.shut();
  }

  /**
   * Gives a failed device back, by the leader: operations fail as well, or are cancelled, except
   * those that outlive the device.
   */
  void abandon(Throwable failure) {
    shut();
    try {
      device.close();
    } catch (IOException | RuntimeException | Error later) {
      Failures.report(later);
    }
    handles.forEach(handle -> handle.fail(failure, device::outlives, this));
    plan.carryOut();
  }

  boolean isOver() {
    return closed && !isBusy();
  }

  int inFlight() {
    return plan.inFlight();
  }

  boolean hasOperations() {
    return plan.hasOperations();
  }

  /** Waits for completions, by the leader, as {@link AioLeadership#handleAioEvents} says. */
  void handleAioEvents(long nanos) throws IOException {
    leadership.handleAioEvents(nanos, over);
  }

  boolean isHeld() {
    return plan.inFlight() > 0 || !handles.isEmpty();
  }

  /** Whether the device is held, or an operation is to be started or cancelled. */
  boolean isBusy() {
    return isHeld() || plan.hasWork();
  }
}
