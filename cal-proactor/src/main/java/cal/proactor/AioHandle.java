package cal.proactor;

import cal.proactor.internal.concurrent.Bag;
import cal.proactor.internal.concurrent.Gate;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A socket or file for operations. Sub-classes are the devices'.
 *
 * <p>A socket has a single operation of input and a single operation of output at a time, a file
 * any number. The result of an operation begun here is the allocator's again once the handler has
 * returned (section 5.3): no other code keeps the result. Thread-safe.
 */
public abstract class AioHandle implements AutoCloseable {
  /** The processor of a handle. */
  interface Owner {
    boolean supports(OperationCode code);

    /** Takes an operation to be started. */
    void start(AioOperation operation);

    /** Asks for the end of an operation of a handle; false where the operation has ended. */
    boolean cancel(AioOperation operation, AioHandle handle);

    /** Takes a read or write of a transfer, which has no permit of its own. */
    void startPart(AioOperation part, AioOperation whole);

    /** Takes a transfer to a socket, as {@link AioHandle#transmit} says. */
    void transmit(
        AioOperation whole,
        AioHandle file,
        long position,
        long count,
        ByteBuffer header,
        ByteBuffer trailer);

    /** An empty result of the allocator. */
    AioOperation result();

    /** The system has a handle back. */
    void released(AioHandle handle);
  }

  private final Gate gate = new Gate();
  private final Bag<AioOperation> pending = new Bag<>();
  private final AtomicReference<AioOperation> input = new AtomicReference<>();
  private final AtomicReference<AioOperation> output = new AtomicReference<>();
  private volatile Owner owner;

  /** Makes an open handle, for its processor. */
  protected AioHandle() {}

  /** The JDK's channel of a socket; null for others. */
  protected abstract Channel channel();

  /**
   * The bytes of a file, for a transfer without a copy by a channel that no interrupt closes; null
   * where operations alone read.
   */
  protected FileChannel content() throws IOException {
    return null;
  }

  /**
   * The address of a bound socket.
   *
   * @return null for a file
   * @throws IOException if closed
   */
  public SocketAddress localAddress() throws IOException {
    return channel() instanceof NetworkChannel socket ? socket.getLocalAddress() : null;
  }

  /** Sets an option of an open socket; sockets of TCP begin with TCP_NODELAY. */
  public <T> void option(SocketOption<T> name, T value) throws IOException {
    ((NetworkChannel) channel()).setOption(name, value);
  }

  /**
   * Ends the output of a connection; input may still come.
   *
   * @throws IOException if closed, or not connected
   */
  public void shutdownOutput() throws IOException {
    switch (channel()) {
      case SocketChannel socket -> socket.shutdownOutput();
      case AsynchronousSocketChannel socket -> socket.shutdownOutput();
      case null, default -> throw new UnsupportedOperationException("the output of " + this);
    }
  }

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

  /** Takes a connection from a listener, as {@link AioOperation#accept} does. */
  public void accept(Consumer<AioOperation> handler) {
    begin(OperationCode.ACCEPT, null, 0, null, handler);
  }

  /** Connects a socket, as {@link AioOperation#connect} does. */
  public void connect(SocketAddress to, Consumer<AioOperation> handler) {
    begin(OperationCode.CONNECT, null, 0, to, handler);
  }

  /** Reads from a socket, as {@link AioOperation#read} does. */
  public void read(ByteBuffer into, Consumer<AioOperation> handler) {
    begin(OperationCode.READ_STREAM, into, 0, null, handler);
  }

  /** Writes to a socket, as {@link AioOperation#write} does. */
  public void write(ByteBuffer from, Consumer<AioOperation> handler) {
    begin(OperationCode.WRITE_STREAM, from, 0, null, handler);
  }

  /** Receives a datagram, as {@link AioOperation#receive} does. */
  public void receive(ByteBuffer into, Consumer<AioOperation> handler) {
    begin(OperationCode.READ_DATAGRAM, into, 0, null, handler);
  }

  /** Sends a datagram, as {@link AioOperation#send} does. */
  public void send(ByteBuffer from, SocketAddress to, Consumer<AioOperation> handler) {
    begin(OperationCode.WRITE_DATAGRAM, from, 0, to, handler);
  }

  /** Reads from a file, as {@link AioOperation#readAt} does. */
  public void readAt(ByteBuffer into, long position, Consumer<AioOperation> handler) {
    begin(OperationCode.READ_FILE, into, position, null, handler);
  }

  /** Writes to a file, as {@link AioOperation#writeAt} does. */
  public void writeAt(ByteBuffer from, long position, Consumer<AioOperation> handler) {
    begin(OperationCode.WRITE_FILE, from, position, null, handler);
  }

  /** Has the device of a file keep all, as {@link AioOperation#sync} does. */
  public void sync(Consumer<AioOperation> handler) {
    begin(OperationCode.SYNC_FILE, null, 0, null, handler);
  }

  /**
   * Sends a part of a file to a socket, without a wait for either: the file may be of another
   * processor. The operation's count has all bytes, and its failure an {@link java.io.EOFException}
   * where the file is shorter.
   *
   * @param file the file
   * @param position the begin in the file
   * @param count bytes of the file
   * @param header sent before; null for none
   * @param trailer sent after; null for none
   */
  public void transmit(
      AioHandle file,
      long position,
      long count,
      ByteBuffer header,
      ByteBuffer trailer,
      Consumer<AioOperation> handler) {
    if (position < 0 || count < 0 || file.owner == null) {
      throw new IllegalArgumentException(
          "position=%d count=%d of TRANSMIT_FILE: give 0 or more, and a file of a proactor"
              .formatted(position, count));
    }
    AioOperation whole = owner.result();
    try {
      whole.set(OperationCode.TRANSMIT_FILE, this, null, position, null, handler);
      owner.transmit(whole, file, position, count, header, trailer);
    } catch (RuntimeException refused) {
      whole.recycle();
      throw refused;
    }
  }

  /** Starts an operation with a result of the allocator, which has an unstarted result back. */
  private void begin(
      OperationCode code,
      ByteBuffer buffer,
      long position,
      SocketAddress address,
      Consumer<AioOperation> handler) {
    AioOperation result = owner.result();
    try {
      owner.start(result.set(code, this, buffer, position, address, handler));
    } catch (RuntimeException refused) {
      result.recycle();
      throw refused;
    }
  }

  /** Whether the handle is closed, or about to be. */
  public boolean isClosed() {
    return gate.isShut();
  }

  /** Notes an operation for a close, until {@link #forget}. */
  void note(AioOperation operation) {
    operation.place(pending.add(operation));
  }

  void forget(AioOperation operation) {
    pending.remove(operation.place(), operation);
  }

  /** Ends the operations of a failed device, by the leader, but for those that go on. */
  void fail(Throwable failure, Predicate<AioOperation> goesOn, Completions completions) {
    pending.forEach(
        operation -> {
          if (operation.isBegun() && operation.isUnderWay() && !goesOn.test(operation)) {
            completions.failed(operation, failure);
          }
        });
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

  /** Cancels all operations, and leaves the handle open; the provider says which end otherwise. */
  public void cancel() {
    Owner processor = owner;
    if (processor != null) {
      Consumer<AioOperation> ask = operation -> processor.cancel(operation, this);
      pending.forEach(ask);
      pending.forEach(ask); // a part that was noted meanwhile, before its whole was asked
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
    cancel();
    if (last) {
      giveBack();
    }
  }
}
