package cal.reactive.internal.transport;

import cal.core.internal.os.Linux;
import cal.core.internal.os.NativeBuffer;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Queue;

/**
 * A channel with input by an io_uring. At first the kernel puts bytes into buffers of the ring, and
 * a reader takes the bytes from there, without a call. After a large read the ring only tells of
 * input from then on, and readers make calls; without a buffer left, for some time.
 *
 * <p>Reads, writes and the close are for any thread, with a single reader at a time.
 */
final class UringRegistration extends DescriptorRegistration {
  /** In {@link #wants}, beside the operations: readers are to take input by calls. */
  static final int CALLS = 1 << 29;

  /** In {@link #wants}: the kernel is to put bytes into buffers of the ring, again. */
  static final int BUFFERS = 1 << 28;

  /** In {@link #wants}: a reader is to know when all that has come is here. */
  static final int NEWS = 1 << 27;

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
  private final RingOutput output;

  @SuppressWarnings("unused") // used through its handle
  private volatile int wants;

  private final Chunks chunks;

  /** The last read found no more in the chunks, and did not make a call. */
  private boolean hasToCall;

  /** Where nothing comes any more: {@link #END_OF_INPUT}, or a positive {@code errno}. */
  private volatile int end;

  /** For the looking thread alone. */
  private InFlight inFlight;

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
    this.output = new RingOutput(this, outbox);
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
    return channel instanceof SocketChannel && !chunks.areByCalls();
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

  /** The written bytes not yet with the kernel. */
  RingOutput output() {
    return output;
  }

  /** Whether the kernel has told of an end or a loss, of which a call is to tell a writer. */
  boolean isIrregular() {
    return end > 0 || signs() > 0;
  }

  @Override
  public int write(NativeBuffer from) throws IOException {
    int length = from.bytes().remaining();
    return output.leavesLater(from.bytes()) ? length : flush() ? super.write(from) : 0;
  }

  @Override
  public int write(byte[] from, int offset, int length, NativeBuffer state) throws IOException {
    return flush() ? super.write(from, offset, length, state) : 0;
  }

  @Override
  public boolean flush() throws IOException {
    return output.flush();
  }

  /** Whether a close is to reset the connection. */
  boolean resets() {
    try {
      return Integer.valueOf(0)
          .equals(((SocketChannel) channel).getOption(StandardSocketOptions.SO_LINGER));
    } catch (IOException lost) {
      return true;
    }
  }

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
      if (chunks.comeAgain()) {
        want(BUFFERS);
      }
      int before = signs();
      boolean calls = chunks.areByCalls();
      int ending = end;
      int count = chunks.take(into);
      hasToCall = calls && count > 0;
      if (count > 0) {
        return count;
      }
      int called = calls && ending >= 0 ? receive.call() : Math.min(ending, 0);
      if (called <= 0 && ending > 0) {
        throw failure(ending);
      }
      return found(called, before);
    } finally {
      leave();
    }
  }

  private static IOException failure(int errno) {
    return errno == RESET
        ? new SocketException("Connection reset") // in the words of the JDK
        : new IOException(Linux.text(errno));
  }

  @Override
  public int read(NativeBuffer into) throws IOException {
    return read(into.bytes(), () -> Linux.receive(descriptor(), into));
  }

  @Override
  public int read(byte[] into, int offset, int length, NativeBuffer state) throws IOException {
    if (!chunks.areByCalls()) {
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
  public void askForNews() {
    chunks.lackNews(true);
    want(NEWS);
  }

  @Override
  public boolean lacksNews() {
    return chunks.lackNews() && isOpen() && end == 0;
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

  /** Gives back the channel, out of the kernel by now, and the chunks. */
  void release() {
    chunks.drop();
    try {
      channel.close();
    } catch (IOException failure) {
      return; // the close of its socket has returned: nobody is left to tell
    }
  }
}
