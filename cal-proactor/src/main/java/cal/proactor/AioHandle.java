package cal.proactor;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A socket or file that operations are started on. The device that opened it has sub-classes.
 *
 * <p>A socket has one operation of input and one of output at a time, a file any number.
 * Thread-safe.
 */
public abstract class AioHandle implements AutoCloseable {
  private final Gate gate = new Gate();
  private final Queue<AioOperation> pending = new ConcurrentLinkedQueue<>();
  private final AtomicReference<AioOperation> input = new AtomicReference<>();
  private final AtomicReference<AioOperation> output = new AtomicReference<>();
  private volatile AioProcessor processor;

  /** Makes a handle, open, which its processor takes. */
  protected AioHandle() {}

  /**
   * The address that a socket is bound to.
   *
   * @return null for a file
   * @throws IOException if it is closed
   */
  public abstract SocketAddress localAddress() throws IOException;

  /**
   * Gives the system back what this is: called once, when no operation has it any more.
   *
   * @throws IOException if that failed, and the system has it nevertheless
   */
  protected abstract void release() throws IOException;

  void belongTo(AioProcessor owner) {
    processor = owner;
  }

  AioProcessor processor() {
    return processor;
  }

  /** Whether it is closed, or about to be. */
  public boolean isClosed() {
    return gate.isShut();
  }

  /** Notes an operation, until {@link #forget}, so that a close finds it. */
  void note(AioOperation operation) {
    pending.add(operation);
  }

  void forget(AioOperation operation) {
    pending.remove(operation);
  }

  /** Takes the place of an operation's kind; false where another has it. */
  boolean admits(AioOperation operation) {
    AtomicReference<AioOperation> place = place(operation);
    return place == null || place.compareAndSet(null, operation);
  }

  /** Gives up the place, if the operation has it. */
  void leaves(AioOperation operation) {
    AtomicReference<AioOperation> place = place(operation);
    if (place != null) {
      place.compareAndSet(operation, null);
    }
  }

  private AtomicReference<AioOperation> place(AioOperation operation) {
    return operation.code().isInput() ? input : operation.code().isOutput() ? output : null;
  }

  /** Lets a device use it; false where it is closed. */
  boolean enter() {
    return gate.enter();
  }

  /** A device uses it no more; the last one gives it back. */
  void leave() throws IOException {
    if (gate.leave()) {
      giveBack();
    }
  }

  private void giveBack() throws IOException {
    try {
      release();
    } finally {
      AioProcessor owner = processor;
      if (owner != null) {
        owner.released(this);
      }
    }
  }

  /**
   * Cancels its operations, and gives it back when the last of them has ended. Idempotent.
   *
   * @throws IOException if it was given back, with a failure
   */
  @Override
  public void close() throws IOException {
    boolean last = gate.shut();
    AioProcessor owner = processor;
    if (owner != null) {
      pending.forEach(owner::cancel);
    }
    if (last) {
      giveBack();
    }
  }
}
