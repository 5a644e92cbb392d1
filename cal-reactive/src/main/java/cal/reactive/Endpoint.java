package cal.reactive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.NetworkChannel;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectableChannel;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What connections and acceptors share: a channel in place of the JDK's own socket, its options,
 * its loop, its end. Thread-safe.
 *
 * @param <C> the kind of channel
 */
abstract class Endpoint<C extends SelectableChannel & NetworkChannel> extends SocketImpl {
  private static final Map<Integer, SocketOption<?>> OPTIONS =
      Map.of(
          SocketOptions.TCP_NODELAY, StandardSocketOptions.TCP_NODELAY,
          SocketOptions.SO_LINGER, StandardSocketOptions.SO_LINGER,
          SocketOptions.IP_TOS, StandardSocketOptions.IP_TOS,
          SocketOptions.SO_SNDBUF, StandardSocketOptions.SO_SNDBUF,
          SocketOptions.SO_RCVBUF, StandardSocketOptions.SO_RCVBUF,
          SocketOptions.SO_KEEPALIVE, StandardSocketOptions.SO_KEEPALIVE,
          SocketOptions.SO_REUSEADDR, StandardSocketOptions.SO_REUSEADDR,
          SocketOptions.SO_REUSEPORT, StandardSocketOptions.SO_REUSEPORT);

  final LoopSockets sockets;
  private volatile C channel;
  private volatile Readiness readiness;
  private volatile boolean closed;
  private volatile int timeoutMillis;

  Endpoint(LoopSockets sockets) {
    this.sockets = sockets;
  }

  /** The channel, open. */
  final C channel() throws SocketException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
    return channel;
  }

  /** Takes a channel, once, which never blocks from now on. */
  final void use(C made) throws IOException {
    made.configureBlocking(false);
    synchronized (this) {
      if (!closed) {
        channel = made;
        return;
      }
    }
    made.close();
    throw new SocketException("Socket closed");
  }

  static InetSocketAddress localAddress(NetworkChannel channel) throws IOException {
    return (InetSocketAddress) Loop.mounted(channel::getLocalAddress);
  }

  /** Waits as {@link Readiness#await} says, on the loop that the channel has or now joins. */
  final void await(int operation, long deadline) throws IOException {
    Readiness joined = readiness;
    (joined == null ? join(operation) : joined).await(operation, deadline);
  }

  private synchronized Readiness join(int operation) throws IOException {
    if (readiness == null) {
      Loop here = Loop.current();
      Loop loop = here == null ? sockets.loops().place() : here;
      try {
        readiness = Readiness.join(loop, channel(), operation);
      } catch (ClosedSelectorException loopClosed) {
        close();
        throw socketException(loopClosed);
      }
    }
    return readiness;
  }

  /** Ends what {@link #await} has the selector look for. */
  final void disarm(int operation) {
    Readiness joined = readiness;
    if (joined != null) {
      joined.disarm(operation);
    }
  }

  /** Has who waits for input look again. */
  final void signalInput() {
    Readiness joined = readiness;
    if (joined != null) {
      joined.signalInput();
    }
  }

  /** The time by which {@code SO_TIMEOUT} lets a call wait; 0 for no limit. */
  final long deadline() {
    int millis = timeoutMillis;
    return millis == 0 ? 0 : deadline(millis);
  }

  /** The time in so many milliseconds, never 0. */
  static long deadline(int millis) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis) | 1;
  }

  static boolean isPast(long deadline) {
    return deadline != 0 && deadline - System.nanoTime() <= 0;
  }

  /** Takes a lock before a deadline; false if it has passed. */
  static boolean lock(ReentrantLock lock, long deadline) {
    if (deadline == 0) {
      lock.lock();
      return true;
    }
    if (lock.tryLock()) {
      return true;
    }
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A failure as the JDK's sockets would report it; the channel closes for output alone, too. */
  final SocketException socketException(Exception failure) {
    if (failure instanceof SocketException already) {
      return already;
    }
    String message = failure.getMessage();
    if (failure instanceof ClosedChannelException || failure instanceof ClosedSelectorException) {
      message = closed ? "Socket closed" : "Broken pipe";
    } else if (failure instanceof NotYetConnectedException) {
      message = "Not connected";
    }
    SocketException reported = new SocketException(message);
    reported.initCause(failure);
    return reported;
  }

  @Override
  protected void close() throws IOException {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    if (channel != null) {
      Loop.mounted(
          () -> {
            channel.close();
            return null;
          });
    }
    Readiness joined = readiness;
    if (joined != null) {
      joined.closed();
    }
  }

  final boolean isClosed() {
    return closed;
  }

  @Override
  @SuppressWarnings("unchecked") // the JDK's methods for options fix the type of each value
  public void setOption(int id, Object value) throws SocketException {
    C open = channel();
    if (id == SocketOptions.SO_TIMEOUT) {
      timeoutMillis = (Integer) value;
      return;
    }
    SocketOption<Object> option = (SocketOption<Object>) OPTIONS.get(id);
    if (option == null) {
      throw new SocketException("Unknown option " + id);
    }
    boolean off = id == SocketOptions.SO_LINGER && Boolean.FALSE.equals(value);
    try {
      Loop.mounted(() -> open.setOption(option, off ? Integer.valueOf(-1) : value));
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      throw socketException(e);
    }
  }

  @Override
  public Object getOption(int id) throws SocketException {
    C open = channel();
    try {
      if (id == SocketOptions.SO_TIMEOUT) {
        return timeoutMillis;
      }
      if (id == SocketOptions.SO_BINDADDR) {
        return localAddress(open).getAddress();
      }
      SocketOption<?> option = OPTIONS.get(id);
      if (option == null) {
        throw new SocketException("Unknown option " + id);
      }
      Object value = Loop.mounted(() -> open.getOption(option));
      return id == SocketOptions.SO_LINGER && value.equals(-1) ? (Object) false : value;
    } catch (IOException | UnsupportedOperationException e) {
      throw socketException(e);
    }
  }

  @Override
  protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
    try {
      Loop.mounted(() -> channel().setOption(option, value));
    } catch (IOException failure) {
      throw socketException(failure);
    }
  }

  @Override
  protected <T> T getOption(SocketOption<T> option) throws IOException {
    try {
      return Loop.mounted(() -> channel().getOption(option));
    } catch (IOException failure) {
      throw socketException(failure);
    }
  }

  @Override
  protected Set<SocketOption<?>> supportedOptions() {
    return channel.supportedOptions();
  }

  @Override
  protected void connect(String host, int port) throws IOException {
    connect(new InetSocketAddress(host, port), 0);
  }

  @Override
  protected void connect(InetAddress address, int port) throws IOException {
    connect(new InetSocketAddress(address, port), 0);
  }

  @Override
  protected void connect(SocketAddress address, int timeout) throws IOException {
    throw unsuitable();
  }

  @Override
  protected void listen(int backlog) throws IOException {
    throw unsuitable();
  }

  @Override
  protected void accept(SocketImpl connection) throws IOException {
    throw unsuitable();
  }

  @Override
  protected InputStream getInputStream() throws IOException {
    throw unsuitable();
  }

  @Override
  protected OutputStream getOutputStream() throws IOException {
    throw unsuitable();
  }

  @Override
  protected int available() throws IOException {
    throw unsuitable();
  }

  @Override
  protected void sendUrgentData(int data) throws IOException {
    throw unsuitable();
  }

  /** The JDK's own state checks come first, so no user sees this. */
  private SocketException unsuitable() {
    return new SocketException("not an operation of " + this);
  }
}
