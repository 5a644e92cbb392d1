package cal.proactor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * An asynchronous operation (the paper's asynchronous result, section 5.1), with all needs of a
 * start, and the outcome.
 *
 * <pre>
 *  CREATED --start--&gt; DEFERRED --room in flight--&gt; STARTED --cancel--&gt; CANCELLING
 *     |                 |                            |                   |      |
 *     |               cancel                      outcome             outcome   |
 *     |                 v                            v                   |   cancelled
 *     |             CANCELLED                    COMPLETED &lt;-------------'      v
 *     '--post----------------------------------------^                      CANCELLED
 * </pre>
 *
 * <p>The handler is called once, in the state {@code COMPLETED} or {@code CANCELLED}. Until then
 * the buffer is the system's. Thread-safe; the outcome may be asked for from then on.
 */
public final class AioOperation {
  /** Where an operation stands. */
  public enum State {
    CREATED,
    /** The operation waits for room in flight, or for its time. */
    DEFERRED,
    /** The device has the operation. */
    STARTED,
    /** The device has the operation, and was asked to give up: either end may come. */
    CANCELLING,
    COMPLETED,
    CANCELLED
  }

  /** A hundred years, in nanoseconds. */
  private static final long LONGEST = TimeUnit.DAYS.toNanos(36_525);

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(AioOperation.class, "state", State.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final OperationCode code;
  private final AioHandle handle;
  private final ByteBuffer buffer;
  private final long position;
  private final Consumer<AioOperation> handler;
  private volatile State state = State.CREATED;
  private SocketAddress address;
  private AioHandle accepted;
  private Throwable failure;
  private long count;
  private long key;

  private AioOperation(
      OperationCode code,
      AioHandle handle,
      ByteBuffer buffer,
      long position,
      SocketAddress address,
      Consumer<AioOperation> handler) {
    this.code = code;
    this.handle = handle;
    this.buffer = buffer;
    this.position = position;
    this.address = address;
    this.handler = handler;
  }

  private static AioOperation transfer(
      OperationCode code,
      AioHandle handle,
      ByteBuffer buffer,
      long position,
      Consumer<AioOperation> handler) {
    if (!buffer.isDirect() || !buffer.hasRemaining()) {
      throw new IllegalArgumentException(
          "buffer=%s of %s: give a direct one with bytes remaining".formatted(buffer, code));
    }
    if (code.fills() && buffer.isReadOnly()) {
      throw new IllegalArgumentException(
          "buffer=%s of %s: give one that can be written".formatted(buffer, code));
    }
    return new AioOperation(code, handle, buffer, position, null, handler);
  }

  /** To the system, -1 would mean the position of the descriptor, which nobody keeps here. */
  private static AioOperation at(
      OperationCode code,
      AioHandle file,
      ByteBuffer buffer,
      long position,
      Consumer<AioOperation> handler) {
    if (position < 0) {
      throw new IllegalArgumentException(
          "position=%d of %s: give 0 or more".formatted(position, code));
    }
    return transfer(code, file, buffer, position, handler);
  }

  /** Takes a connection from a listener; {@link #accepted} has the connection. */
  public static AioOperation accept(AioHandle listener, Consumer<AioOperation> handler) {
    return new AioOperation(OperationCode.ACCEPT, listener, null, 0, null, handler);
  }

  /** Connects a socket. */
  public static AioOperation connect(
      AioHandle socket, SocketAddress to, Consumer<AioOperation> handler) {
    return new AioOperation(OperationCode.CONNECT, socket, null, 0, to, handler);
  }

  /** Reads at least a byte from a socket, or the end of the stream, into a direct buffer. */
  public static AioOperation read(
      AioHandle socket, ByteBuffer into, Consumer<AioOperation> handler) {
    return transfer(OperationCode.READ_STREAM, socket, into, 0, handler);
  }

  /** Writes at least a byte of a direct buffer to a socket. */
  public static AioOperation write(
      AioHandle socket, ByteBuffer from, Consumer<AioOperation> handler) {
    return transfer(OperationCode.WRITE_STREAM, socket, from, 0, handler);
  }

  /** Receives a datagram into a direct buffer; {@link #address} tells the sender. */
  public static AioOperation receive(
      AioHandle socket, ByteBuffer into, Consumer<AioOperation> handler) {
    return transfer(OperationCode.READ_DATAGRAM, socket, into, 0, handler);
  }

  /** Sends a datagram. */
  public static AioOperation send(
      AioHandle socket, ByteBuffer from, SocketAddress to, Consumer<AioOperation> handler) {
    return new AioOperation(OperationCode.WRITE_DATAGRAM, socket, from, 0, to, handler);
  }

  /** Reads at least a byte of a file, or the end, into a direct buffer. */
  public static AioOperation readAt(
      AioHandle file, ByteBuffer into, long position, Consumer<AioOperation> handler) {
    return at(OperationCode.READ_FILE, file, into, position, handler);
  }

  /** Writes at least a byte of a direct buffer to a file. */
  public static AioOperation writeAt(
      AioHandle file, ByteBuffer from, long position, Consumer<AioOperation> handler) {
    return at(OperationCode.WRITE_FILE, file, from, position, handler);
  }

  /** Has the device of a file keep all written bytes, and the size. */
  public static AioOperation sync(AioHandle file, Consumer<AioOperation> handler) {
    return new AioOperation(OperationCode.SYNC_FILE, file, null, 0, null, handler);
  }

  /** Has a handler called soon, by a dispatching thread. */
  public static AioOperation event(Consumer<AioOperation> handler) {
    return new AioOperation(OperationCode.EVENT, null, null, 0, null, handler);
  }

  /** Has a handler called when so many nanoseconds, counted from now, are over. */
  public static AioOperation timer(long nanos, Consumer<AioOperation> handler) {
    long due = System.nanoTime() + Math.min(nanos, LONGEST); // times are told apart by a difference
    return new AioOperation(OperationCode.TIMER, null, null, due, null, handler);
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

  /** The present state. */
  public State state() {
    return state;
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
    return state == State.CANCELLED;
  }

  /** Passes from a state to another; false if not in the first state. */
  boolean moves(State from, State to) {
    return STATE.compareAndSet(this, from, to);
  }

  /**
   * Asks for a cancellation.
   *
   * @return {@code CANCELLED} before a begin, {@code CANCELLING} where a device has to be asked,
   *     null where there is nothing to be done
   */
  State cancel() {
    if (moves(State.DEFERRED, State.CANCELLED)) {
      return State.CANCELLED;
    }
    return moves(State.STARTED, State.CANCELLING) ? State.CANCELLING : null;
  }

  /**
   * Ends a device's operation; called by the leader alone.
   *
   * @throws IllegalStateException if the device has the operation no more
   */
  void end(State end, long moved, AioHandle connection, Throwable thrown) {
    State now = state;
    if (now != State.STARTED && now != State.CANCELLING) {
      throw new IllegalStateException("state=%s of %s: it ended before".formatted(now, this));
    }
    count = moved;
    accepted = connection;
    failure = thrown;
    while (!moves(now, end)) {
      now = state; // somebody asked for a cancellation meanwhile
    }
  }

  /** Calls the handler. */
  void dispatch() {
    handler.accept(this);
  }

  @Override
  public String toString() {
    return "%s of %s, %s".formatted(code, handle, state);
  }
}
