package cal.proactor;

import cal.proactor.internal.concurrent.Gate;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A socket or file for operations. Sub-classes are the devices'.
 *
 * <p>A socket has a single operation of input and a single operation of output at a time, a file
 * any number. Thread-safe.
 */
public abstract class AioHandle implements AutoCloseable {
  /** The processor of a handle. */
  interface Owner {
    boolean supports(OperationCode code);

    /** Takes an operation to be started. */
    void start(AioOperation operation);

    /** Ends an operation before its begin, or asks the device for the end. */
    boolean cancel(AioOperation operation);

    /** The system has a handle back. */
    void released(AioHandle handle);
  }

  private final Gate gate = new Gate();
  private final Queue<AioOperation> pending = new ConcurrentLinkedQueue<>();
  private final AtomicReference<AioOperation> input = new AtomicReference<>();
  private final AtomicReference<AioOperation> output = new AtomicReference<>();
  private volatile Owner owner;

  /** Makes an open handle, for its processor. */
  protected AioHandle() {}

  /**
   * The address of a bound socket.
   *
   * @return null for a file
   * @throws IOException if closed
   */
  public abstract SocketAddress localAddress() throws IOException;

  /**
   * Gives the system back the handle: called once, without an operation left.
   *
   * @throws IOException if the close failed, although the system has the handle back
   */
  protected abstract void release() throws IOException;

  void belongTo(Owner processor) {
    owner = processor;
  }

  Owner owner() {
    return owner;
  }

  /** Whether the handle is closed, or about to be. */
  public boolean isClosed() {
    return gate.isShut();
  }

  /** Notes an operation for a close, until {@link #forget}. */
  void note(AioOperation operation) {
    pending.add(operation);
  }

  void forget(AioOperation operation) {
    pending.remove(operation);
  }

  /** Takes the place of an operation's kind; false if taken. */
  boolean admits(AioOperation operation) {
    AtomicReference<AioOperation> place = place(operation);
    return place == null || place.compareAndSet(null, operation);
  }

  /** Gives up the place, if held by the operation. */
  void leaves(AioOperation operation) {
    AtomicReference<AioOperation> place = place(operation);
    if (place != null) {
      place.compareAndSet(operation, null);
    }
  }

  private AtomicReference<AioOperation> place(AioOperation operation) {
    return operation.code().isInput() ? input : operation.code().isOutput() ? output : null;
  }

  /** Lets a device use the handle; false if closed. */
  boolean enter() {
    return gate.enter();
  }

  /** Ends a device's use; the last user gives the handle back. */
  void leave() throws IOException {
    if (gate.leave()) {
      giveBack();
    }
  }

  private void giveBack() throws IOException {
    try {
      release();
    } finally {
      Owner processor = owner;
      if (processor != null) {
        processor.released(this);
      }
    }
  }

  /**
   * Cancels all operations, and gives the handle back after the last end. Idempotent.
   *
   * @throws IOException if the handle was given back, with a failure
   */
  @Override
  public void close() throws IOException {
    boolean last = gate.shut();
    Owner processor = owner;
    if (processor != null) {
      pending.forEach(processor::cancel);
    }
    if (last) {
      giveBack();
    }
  }
}
