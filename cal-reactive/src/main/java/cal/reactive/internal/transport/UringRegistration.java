package cal.reactive.internal.transport;

import cal.core.internal.os.Linux;
import cal.core.internal.os.NativeBuffer;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Queue;

/**
 * A channel with input by an io_uring. At first the kernel puts bytes into buffers of the ring, and
 * a reader takes the bytes from there, without a call. After a large read, or without a buffer
 * left, the ring only tells of input from then on, and readers make calls.
 *
 * <p>Reads, writes and the close are for any thread, with a single reader at a time.
 */
final class UringRegistration extends DescriptorRegistration {
  /** In {@link #wants}, beside the operations: readers are to take input by calls. */
  static final int CALLS = 1 << 29;

  /** In {@link #wants}: closed. */
  static final int END = 1 << 30;

  static final int RESET = 104;
  private static final int END_OF_INPUT = -1;
  private static final VarHandle WANTS;

  static {
    try {
      WANTS = MethodHandles.lookup().findVarHandle(UringRegistration.class, "wants", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Of the poller: the registrations of which something is wanted. */
  private final Queue<UringRegistration> wishes;

  private final SelectableChannel channel;
  private final Outbox outbox;

  /** Room with written bytes, not yet with the kernel; null if none. */
  private volatile Outgoing outgoing;

  /** The failure of bytes that were written before; null if none. */
  private volatile String broken;

  private volatile boolean sendsAtOnce;

  @SuppressWarnings("unused") // used through its handle
  private volatile int wants;

  private final Chunks chunks;

  /** The last read found no more in the chunks, and did not make a call. */
  private boolean hasToCall;

  /** Where nothing comes any more: {@link #END_OF_INPUT}, or a positive {@code errno}. */
  private volatile int end;

  /** For the looking thread alone. */
  private InFlight inFlight;

  private volatile boolean byCalls;
  private volatile boolean awaitsInput;

  UringRegistration(
      SelectableChannel channel,
      ReadinessListener told,
      Queue<UringRegistration> wishes,
      Chunks chunks,
      Outbox outbox) {
    super(channel, told);
    this.wishes = wishes;
    this.channel = channel;
    this.chunks = chunks;
    this.outbox = outbox;
  }

  /** Its operations in flight, looked after by the poller. */
  InFlight inFlight() {
    return inFlight;
  }

  void inFlight(InFlight made) {
    inFlight = made;
  }

  /** Whether the ring can bring bytes, as of a connection. */
  boolean receives() {
    return channel instanceof SocketChannel && !byCalls;
  }

  /** Has the looking thread do something for this channel. */
  void want(int more) {
    if ((more & INPUT) != 0) {
      awaitsInput = true;
    }
    if ((int) WANTS.getAndBitwiseOr(this, more) == 0) {
      wishes.add(this);
    }
    wakeUp();
  }

  /** Ends a sleep of the loop. */
  void wakeUp() {
    if (told() != null) {
      told().wakeUp();
    }
  }

  /** Takes the wishes, for the looking thread. */
  int takeWants() {
    return (int) WANTS.getAndSet(this, 0);
  }

  /** The bytes from the kernel. */
  Chunks chunks() {
    return chunks;
  }

  /** The kernel brings no more: {@code errno}, or 0 for the end of the input. */
  void ended(int errno) {
    if (end <= 0) {
      end = errno == 0 ? END_OF_INPUT : errno;
    }
  }

  /** Written bytes were lost. */
  void isBroken(String why) {
    broken = why;
  }

  /** Tells a writer of the failure of bytes written before. */
  void requireUnbroken() throws IOException {
    String why = broken;
    if (why != null) {
      throw new IOException(why);
    }
  }

  /** A writer had to wait for the loop: from now on no bytes wait. */
  void sendsAtOnce() {
    sendsAtOnce = true;
  }

  Outgoing outgoing() {
    return outgoing;
  }

  void outgoing(Outgoing room) {
    outgoing = room;
  }

  @Override
  public int write(NativeBuffer from) throws IOException {
    requireUnbroken();
    int length = from.bytes().remaining();
    boolean regular = isOpen() && end <= 0 && signs() == 0; // of a known loss a call tells
    if (!regular || sendsAtOnce || !outbox.takes(this, from.bytes())) {
      return flush() ? super.write(from) : 0;
    }
    return length;
  }

  @Override
  public int write(byte[] from, int offset, int length, NativeBuffer state) throws IOException {
    return flush() ? super.write(from, offset, length, state) : 0;
  }

  @Override
  public boolean flush() throws IOException {
    return outgoing == null || outbox.flush(this);
  }

  /** From now on the ring only tells of input. */
  void readByCalls() {
    byCalls = true;
  }

  /** A call that reads the kernel's bytes. */
  @FunctionalInterface
  private interface Receive {
    int call() throws IOException;
  }

  /**
   * Reads from the chunks, or else by a call. The signs are read before the chunks: whatever came
   * before a sign is found there.
   */
  private int read(ByteBuffer into, Receive receive) throws IOException {
    requireOpen();
    try {
      int before = signs();
      boolean calls = byCalls;
      int ending = end;
      int count = chunks.take(into);
      hasToCall = calls && count > 0;
      if (count > 0) {
        return count;
      }
      return found(
          ending > 0 ? failed(ending) : ending < 0 || !calls ? ending : receive.call(), before);
    } finally {
      leave();
    }
  }

  private static int failed(int errno) throws IOException {
    if (errno == RESET) {
      throw new SocketException("Connection reset"); // in the words of the JDK
    }
    throw new IOException(Linux.text(errno));
  }

  @Override
  public int read(NativeBuffer into) throws IOException {
    return read(into.bytes(), () -> Linux.receive(descriptor(), into));
  }

  @Override
  public int read(byte[] into, int offset, int length, NativeBuffer state) throws IOException {
    if (!byCalls) {
      want(CALLS);
    }
    return read(
        ByteBuffer.wrap(into, offset, length),
        () -> Linux.receive(descriptor(), state.state(), into, offset, length));
  }

  @Override
  public int read(ReadableByteChannel same, ByteBuffer into) throws IOException {
    return read(into, () -> same.read(into));
  }

  /** For the reader alone, as the reads are. */
  @Override
  public int available() {
    if (!enter()) {
      return 0;
    }
    try {
      return chunks.available();
    } finally {
      leave();
    }
  }

  @Override
  public boolean hasCome() {
    return chunks.hasCome();
  }

  @Override
  public boolean mayHaveMore() {
    return super.mayHaveMore() || hasToCall || end != 0;
  }

  /** Input is asked for once, for good. Room is asked for by each writer anew. */
  @Override
  public boolean arm(int operation) {
    if (!isOpen() || ((operation & INPUT) != 0 && end != 0)) {
      return false;
    }
    if ((operation & INPUT) == 0 || !awaitsInput) {
      want(operation);
    }
    return true;
  }

  /** The system has the channel back with the next look. */
  @Override
  public void close() {
    if (shut()) {
      want(END);
    }
  }

  /**
   * Gives the system the channel, and the ring the chunks, once the channel is out of the kernel.
   */
  void release() {
    chunks.drop();
    try {
      channel.close();
    } catch (IOException failure) {
      return; // the close of its socket has returned: nobody is left to tell
    }
  }
}
