package cal.reactive;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A connected socket over a channel. Reads and writes look blocking: where the channel is not ready
 * the calling thread parks, and the loop goes on.
 *
 * <p>Thread-safe: one thread at a time reads, and one writes.
 */
final class Connection extends Endpoint<SocketChannel> {
  private static final int NO_DATA = 0;
  private static final int END = -1;

  private final ReentrantLock reading = new ReentrantLock();
  private final ReentrantLock writing = new ReentrantLock();

  /** Bytes read before their reader wanted them; guarded by {@link #reading}. */
  private byte[] kept;

  private int keptFrom;

  /** The loop's buffer that holds further bytes of this connection, until the present turn ends. */
  private volatile Scratch lease;

  /** The last read took all that there was, so the next one waits first. */
  private boolean drained = true;

  private boolean endSeen;
  private boolean resetSeen;
  private volatile boolean inputShut;

  /** Bytes sent so far, for the idle timeout. */
  private long sent;

  Connection(LoopSockets sockets) {
    super(sockets);
  }

  @Override
  protected void create(boolean stream) throws IOException {
    use(SocketChannel.open());
  }

  /** Takes a channel that an acceptor made. */
  void accepted(SocketChannel made) throws IOException {
    try {
      use(made);
      InetSocketAddress remote = (InetSocketAddress) Loop.mounted(made::getRemoteAddress);
      address = remote.getAddress();
      port = remote.getPort();
      localport = localAddress(made).getPort();
      fd = null; // the JDK made one in vain, for socket implementations of another kind
    } catch (IOException | RuntimeException failure) {
      made.close();
      throw failure;
    }
  }

  @Override
  protected void bind(InetAddress host, int port) throws IOException {
    try {
      SocketChannel channel = channel();
      Loop.mounted(() -> channel.bind(new InetSocketAddress(host, port)));
      localport = localAddress(channel).getPort();
    } catch (IOException failure) {
      throw socketException(failure);
    }
  }

  @Override
  protected void connect(SocketAddress remote, int timeoutMillis) throws IOException {
    if (!(remote instanceof InetSocketAddress to)) {
      throw new IOException("Unsupported address type");
    }
    if (to.isUnresolved()) {
      throw new UnknownHostException(to.getHostName());
    }
    try {
      connect(to, timeoutMillis == 0 ? 0 : deadline(timeoutMillis));
    } catch (IOException failure) {
      boolean wasClosed = isClosed();
      close();
      throw failure instanceof SocketTimeoutException || failure instanceof ConnectException
          ? failure
          : wasClosed ? new SocketException("Socket closed") : interruptOr(failure);
    }
  }

  private void connect(InetSocketAddress to, long deadline) throws IOException {
    SocketChannel channel = channel();
    address = to.getAddress().isAnyLocalAddress() ? InetAddress.getLocalHost() : to.getAddress();
    port = to.getPort();
    boolean connected = Loop.mounted(() -> channel.connect(new InetSocketAddress(address, port)));
    while (!connected) {
      if (isPast(deadline)) {
        throw new SocketTimeoutException("Connect timed out");
      }
      await(SelectionKey.OP_CONNECT, deadline);
      connected = Loop.mounted(channel::finishConnect);
    }
    disarm(SelectionKey.OP_CONNECT);
    localport = localAddress(channel).getPort();
  }

  /** Reads as {@link java.io.InputStream#read(byte[], int, int)} says. */
  int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    long deadline = deadline();
    if (!lock(reading, deadline)) {
      throw new SocketTimeoutException("Read timed out");
    }
    try {
      return endSeen ? END : readAlone(target, offset, length, deadline);
    } catch (InterruptedIOException | SocketException reported) {
      throw reported;
    } catch (IOException failure) {
      throw socketException(failure);
    } finally {
      reading.unlock();
    }
  }

  private int readAlone(byte[] target, int offset, int length, long deadline) throws IOException {
    if (resetSeen) {
      throw new SocketException("Connection reset");
    }
    SocketChannel channel = channel();
    int count = inputShut ? END : readOnce(channel, target, offset, length);
    if (count == NO_DATA && Thread.currentThread().isInterrupted()) {
      drained = false; // who is interrupted may not wait, but take what is there
      count = readOnce(channel, target, offset, length);
    }
    if (count == NO_DATA) {
      count =
          deadline == 0 && sockets.idleTimeoutMillis() > 0
              ? readUnlessIdle(channel, target, offset, length)
              : readWaiting(channel, target, offset, length, deadline);
    }
    endSeen = count == END;
    return count;
  }

  private int readWaiting(
      SocketChannel channel, byte[] target, int offset, int length, long deadline)
      throws IOException {
    while (true) {
      await(SelectionKey.OP_READ, deadline);
      drained = false;
      int count = inputShut ? END : readOnce(channel, target, offset, length);
      if (count != NO_DATA) {
        return count;
      }
      if (isPast(deadline)) {
        throw new SocketTimeoutException("Read timed out");
      }
    }
  }

  /** Takes a connection on which nothing came and went for the idle timeout to be at its end. */
  private int readUnlessIdle(SocketChannel channel, byte[] target, int offset, int length)
      throws IOException {
    while (true) {
      long sentBefore = sent;
      try {
        return readWaiting(channel, target, offset, length, deadline(sockets.idleTimeoutMillis()));
      } catch (SocketTimeoutException idle) {
        if (sent == sentBefore) {
          return END;
        }
      }
    }
  }

  /** Reads what is there: kept, in the loop's buffer, or with the kernel. */
  private int readOnce(SocketChannel channel, byte[] target, int offset, int length)
      throws IOException {
    Loop here = Loop.current();
    Scratch scratch = here == null ? null : here.scratch();
    if (lease != null && lease == scratch) {
      return scratch.take(this, target, offset, length);
    }
    awaitEndOfLease();
    if (kept != null) {
      return takeKept(target, offset, length);
    }
    if (drained) {
      return NO_DATA;
    }
    try {
      if (scratch == null) {
        int count = channel.read(ByteBuffer.wrap(target, offset, length));
        drained = count < length;
        return count;
      }
      int count = scratch.read(channel);
      drained = count < Scratch.SIZE;
      return count > 0 ? scratch.take(this, target, offset, length) : count;
    } catch (SocketException failure) {
      resetSeen = "Connection reset".equals(failure.getMessage());
      throw failure;
    }
  }

  /** Only for two threads that read one socket: the other's turn on its loop ends soon. */
  private void awaitEndOfLease() {
    while (lease != null) {
      LockSupport.parkNanos(this, 50_000);
    }
  }

  private int takeKept(byte[] target, int offset, int length) {
    int count = Math.min(length, kept.length - keptFrom);
    System.arraycopy(kept, keptFrom, target, offset, count);
    keptFrom += count;
    if (keptFrom == kept.length) {
      kept = null;
    }
    return count;
  }

  /**
   * Called by the loop's buffer that now holds bytes of this connection, or null: none any more.
   */
  void lease(Scratch holder) {
    lease = holder;
  }

  /** Takes back, from the loop's buffer, what was not read yet. */
  void keep(byte[] rest) {
    kept = rest;
    keptFrom = 0;
    lease = null;
  }

  /** Writes all of the bytes. */
  void write(byte[] source, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, source.length);
    if (length == 0) {
      return;
    }
    writing.lock();
    try {
      writeAlone(channel(), source, offset, length);
    } catch (InterruptedIOException reported) {
      throw reported;
    } catch (IOException failure) {
      throw socketException(failure);
    } finally {
      writing.unlock();
    }
  }

  private void writeAlone(SocketChannel channel, byte[] source, int offset, int length)
      throws IOException {
    int end = offset + length;
    int from = offset;
    while (true) {
      int room = Math.min(end - from, Scratch.SIZE);
      Loop here = Loop.current();
      int count =
          here == null
              ? channel.write(ByteBuffer.wrap(source, from, room))
              : here.scratch().write(channel, source, from, room);
      from += count;
      sent += count;
      if (from == end) {
        return;
      }
      if (count < room) {
        await(SelectionKey.OP_WRITE, 0);
      }
    }
  }

  /**
   * Sends a file's bytes, to its end, without copying them through this process.
   *
   * @return bytes sent
   */
  long send(FileChannel file) throws IOException {
    writing.lock();
    try {
      SocketChannel channel = channel();
      long start = file.position();
      long from = start;
      while (from < file.size()) {
        long at = from;
        long count = Loop.mounted(() -> file.transferTo(at, file.size() - at, channel));
        sent += count;
        from += count;
        file.position(from);
        if (from < file.size()) {
          await(SelectionKey.OP_WRITE, 0);
        }
      }
      return from - start;
    } catch (InterruptedIOException reported) {
      throw reported;
    } catch (IOException failure) {
      throw socketException(failure);
    } finally {
      writing.unlock();
    }
  }

  @Override
  protected int available() throws IOException {
    SocketChannel channel = channel();
    if (inputShut || endSeen) {
      return 0;
    }
    if (!reading.tryLock()) {
      return 0;
    }
    try {
      Scratch leased = lease;
      int here = kept == null ? 0 : kept.length - keptFrom;
      int read = leased == null ? here : leased.available();
      return read + Loop.mounted(() -> channel.socket().getInputStream().available());
    } catch (ClosedChannelException closedMeanwhile) {
      throw socketException(closedMeanwhile);
    } finally {
      reading.unlock();
    }
  }

  @Override
  protected void shutdownInput() throws IOException {
    try {
      Loop.mounted(() -> channel().shutdownInput());
    } catch (IOException failure) {
      throw socketException(failure);
    }
    inputShut = true;
    signalInput();
  }

  @Override
  protected void shutdownOutput() throws IOException {
    try {
      Loop.mounted(() -> channel().shutdownOutput());
    } catch (IOException failure) {
      throw socketException(failure);
    }
  }

  @Override
  protected boolean supportsUrgentData() {
    return true;
  }

  @Override
  protected void sendUrgentData(int data) throws IOException {
    try {
      SocketChannel channel = channel();
      Loop.mounted(
          () -> {
            channel.socket().sendUrgentData(data);
            return null;
          });
    } catch (NotYetConnectedException failure) {
      throw socketException(failure);
    } catch (ClosedChannelException failure) {
      throw isClosed() ? socketException(failure) : new IOException("Broken pipe", failure);
    }
  }

  @Override
  public void setOption(int id, Object value) throws SocketException {
    if (id == SocketOptions.SO_OOBINLINE) {
      channel().socket().setOOBInline((Boolean) value);
    } else {
      super.setOption(id, value);
    }
  }

  @Override
  public Object getOption(int id) throws SocketException {
    return id == SocketOptions.SO_OOBINLINE
        ? channel().socket().getOOBInline()
        : super.getOption(id);
  }

  /** An interrupt closes the socket of a virtual thread, as the JDK's sockets do. */
  private IOException interruptOr(IOException failure) {
    return failure instanceof InterruptedIOException
        ? new SocketException("Closed by interrupt")
        : socketException(failure);
  }
}
