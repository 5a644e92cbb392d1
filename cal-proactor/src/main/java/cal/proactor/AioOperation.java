package cal.proactor;

import cal.proactor.internal.concurrent.Spares;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * An asynchronous operation (the paper's asynchronous result, section 5.1), with all needs of a
 * start, and the outcome.
 *
 * <p>The handler is called once, in the state {@code COMPLETED} or {@code CANCELLED}. Until then
 * the buffer is the system's. Thread-safe; the outcome may be asked for from then on.
 */
public final class AioOperation extends OperationState {
  /** Where an operation stands. */
  public enum State {
    CREATED(0),
    /** The operation waits for room in flight, or for its time. */
    DEFERRED(1),
    /** The device has the operation. */
    STARTED(2),
    /** Somebody asked for the end of the operation: either end may come. */
    CANCELLING(3),
    COMPLETED(4),
    CANCELLED(5);

    final int bits;

    State(int bits) {
      this.bits = bits;
    }
  }

  /** A hundred years, in nanoseconds. */
  private static final long LONGEST = TimeUnit.DAYS.toNanos(36_525);

  /** The allocator of the result; null for a result of its maker. */
  private final Spares<AioOperation> allocator;

  private OperationCode code;
  private AioHandle handle;
  private ByteBuffer buffer;
  private long position;
  private Consumer<AioOperation> handler;
  private SocketAddress address;
  private AioHandle accepted;
  private Throwable failure;
  private long count;
  private long key;
  private int place;

  /** Makes an empty result, for its allocator. */
  AioOperation(Spares<AioOperation> allocator) {
    this.allocator = allocator;
  }

  /** Makes a result for a single use. */
  private static AioOperation of(
      OperationCode code,
      AioHandle handle,
      ByteBuffer buffer,
      long position,
      SocketAddress address,
      Consumer<AioOperation> handler) {
    return new AioOperation(null).set(code, handle, buffer, position, address, handler);
  }

  /**
   * Gives an empty result all needs of a start.
   *
   * @throws IllegalArgumentException if the system cannot use the buffer or the position
   */
  AioOperation set(
      OperationCode kind,
      AioHandle of,
      ByteBuffer bytes,
      long begin,
      SocketAddress other,
      Consumer<AioOperation> whenEnded) {
    kind.check(bytes, begin);
    code = kind;
    handle = of;
    buffer = bytes;
    position = begin;
    address = other;
    handler = whenEnded;
    return this;
  }

  /** Gives an ended result back to the allocator, for another use. */
  void recycle() {
    if (allocator == null) {
      return;
    }
    code = null;
    handle = null;
    buffer = null;
    handler = null;
    address = null;
    accepted = null;
    failure = null;
    count = 0;
    key = 0;
    startAnew();
    allocator.giveBack(this);
  }

  /** Takes a connection from a listener; {@link #accepted} has the connection. */
  public static AioOperation accept(AioHandle listener, Consumer<AioOperation> handler) {
    return of(OperationCode.ACCEPT, listener, null, 0, null, handler);
  }

  /** Connects a socket. */
  public static AioOperation connect(
      AioHandle socket, SocketAddress to, Consumer<AioOperation> handler) {
    return of(OperationCode.CONNECT, socket, null, 0, to, handler);
  }

  /** Reads at least a byte from a socket, or the end of the stream, into a direct buffer. */
  public static AioOperation read(
      AioHandle socket, ByteBuffer into, Consumer<AioOperation> handler) {
    return of(OperationCode.READ_STREAM, socket, into, 0, null, handler);
  }

  /** Writes at least a byte of a direct buffer to a socket. */
  public static AioOperation write(
      AioHandle socket, ByteBuffer from, Consumer<AioOperation> handler) {
    return of(OperationCode.WRITE_STREAM, socket, from, 0, null, handler);
  }

  /** Receives a datagram into a direct buffer; {@link #address} tells the sender. */
  public static AioOperation receive(
      AioHandle socket, ByteBuffer into, Consumer<AioOperation> handler) {
    return of(OperationCode.READ_DATAGRAM, socket, into, 0, null, handler);
  }

  /** Sends a datagram. */
  public static AioOperation send(
      AioHandle socket, ByteBuffer from, SocketAddress to, Consumer<AioOperation> handler) {
    return of(OperationCode.WRITE_DATAGRAM, socket, from, 0, to, handler);
  }

  /** Reads at least a byte of a file, or the end, into a direct buffer. */
  public static AioOperation readAt(
      AioHandle file, ByteBuffer into, long position, Consumer<AioOperation> handler) {
    return of(OperationCode.READ_FILE, file, into, position, null, handler);
  }

  /** Writes at least a byte of a direct buffer to a file. */
  public static AioOperation writeAt(
      AioHandle file, ByteBuffer from, long position, Consumer<AioOperation> handler) {
    return of(OperationCode.WRITE_FILE, file, from, position, null, handler);
  }

  /** Has the device of a file keep all written bytes, and the size. */
  public static AioOperation sync(AioHandle file, Consumer<AioOperation> handler) {
    return of(OperationCode.SYNC_FILE, file, null, 0, null, handler);
  }

  /** Has a handler called soon, by a dispatching thread. */
  public static AioOperation event(Consumer<AioOperation> handler) {
    return of(OperationCode.EVENT, null, null, 0, null, handler);
  }

  /** Has a handler called when so many nanoseconds, counted from now, are over. */
  public static AioOperation timer(long nanos, Consumer<AioOperation> handler) {
    long due = System.nanoTime() + Math.min(nanos, LONGEST); // times are told apart by a difference
    return of(OperationCode.TIMER, null, null, due, null, handler);
  }

  /** The kind of operation. */
  public OperationCode code() {
    return code;
  }

  /** The socket or file; null for an event. */
  public AioHandle handle() {
    return handle;
  }

  /** The buffer, or null; a device moves the position by the moved bytes. */
  public ByteBuffer buffer() {
    return buffer;
  }

  /** The begin in a file, or the time of a timer. */
  public long position() {
    return position;
  }

  /** The address to connect or send to, or the sender of a datagram. */
  public SocketAddress address() {
    return address;
  }

  /** Names the sender of a datagram. */
  public void address(SocketAddress sender) {
    address = sender;
  }

  /** A number for the device; zero at first. */
  public long key() {
    return key;
  }

  /** Notes a number, for the device. */
  public void key(long number) {
    key = number;
  }

  /** Bytes moved, -1 at the end of a stream or file, 0 where there were none to move. */
  public long count() {
    return count;
  }

  /** The accepted connection; null for other operations, and after a failure. */
  public AioHandle accepted() {
    return accepted;
  }

  /** The failure, a {@link CancellationException} after a cancellation; null without a failure. */
  public Throwable failure() {
    return failure == null && isCancelled() ? new CancellationException() : failure;
  }

  /** Whether the operation was cancelled. */
  public boolean isCancelled() {
    return state() == State.CANCELLED;
  }

  /**
   * Asks for a cancellation, in the present use of the result alone.
   *
   * @param of the handle of that use
   * @return false where there is nothing to be cancelled
   */
  boolean cancel(AioHandle of) {
    while (true) {
      long now = word();
      if (handle != of || !isCancellable(now)) {
        return false;
      }
      if (moves(now, State.CANCELLING)) {
        return true;
      }
    }
  }

  /** Notes the place among the operations of the handle. */
  void place(int among) {
    place = among;
  }

  int place() {
    return place;
  }

  /**
   * Ends a device's operation.
   *
   * @throws IllegalStateException if the device has the operation no more
   */
  void end(State end, long moved, AioHandle connection, Throwable thrown) {
    if (!isUnderWay()) {
      throw new IllegalStateException("state=%s of %s: it ended before".formatted(state(), this));
    }
    count = moved;
    accepted = connection;
    failure = thrown;
    while (!moves(state(), end)) {
      Thread.onSpinWait(); // somebody asked for a cancellation meanwhile
    }
  }

  /** Calls the handler. */
  void dispatch() {
    handler.accept(this);
  }

  @Override
  public String toString() {
    return "%s of %s, %s".formatted(code, handle, state());
  }
}
