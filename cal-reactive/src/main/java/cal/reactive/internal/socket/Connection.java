package cal.reactive.internal.socket;

import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Timers;
import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A connected socket over a channel. Reads and writes look blocking: where the channel is not ready
 * the calling thread parks, and the loop goes on.
 *
 * <p>Thread-safe: a single thread at a time reads, and a single thread writes.
 */
class Connection extends Endpoint<SocketChannel> {
  private final SocketInput input = new SocketInput(this);
  private final SocketOutput output = new SocketOutput(this);

  /** The socket of this inside; null before a socket. */
  private Socket socket;

  /** Whether a read without a byte is to end, asked by the reader; set by any thread. */
  volatile BooleanSupplier ends = () -> false;

  Connection(SocketServices services) {
    super(services);
  }

  @Override
  protected void create(boolean stream) throws IOException {
    use(SocketChannel.open());
  }

  /** Whether the socket is the JDK's, unknown to loops. */
  boolean isNative() {
    return false;
  }

  /** Takes an acceptor's channel. */
  void accepted(SocketChannel made) throws IOException {
    try {
      useAccepted(made);
      InetSocketAddress remote = (InetSocketAddress) JdkThreads.pinned(made::getRemoteAddress);
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
      JdkThreads.pinned(() -> channel.bind(new InetSocketAddress(host, port)));
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
      connect(to, timeoutMillis == 0 ? 0 : Timers.deadlineIn(timeoutMillis));
    } catch (IOException failure) {
      boolean wasClosed = isClosed();
      close();
      throw failure instanceof SocketTimeoutException || failure instanceof ConnectException
          ? failure
          : wasClosed ? new SocketException("Socket closed") : socketException(failure);
    }
  }

  private void connect(InetSocketAddress to, long deadline) throws IOException {
    SocketChannel channel = channel();
    address =
        to.getAddress().isAnyLocalAddress()
            ? services.lookups().make(InetAddress::getLocalHost)
            : to.getAddress();
    port = to.getPort();
    boolean connected =
        JdkThreads.pinned(() -> channel.connect(new InetSocketAddress(address, port)));
    while (!connected) {
      if (Timers.isPast(deadline)) {
        throw new SocketTimeoutException("Connect timed out");
      }
      await(SelectionKey.OP_CONNECT, deadline);
      connected = JdkThreads.pinned(channel::finishConnect);
    }
    disarm(SelectionKey.OP_CONNECT);
    localport = localAddress(channel).getPort();
  }

  @Override
  protected void shutdownInput() throws IOException {
    try {
      JdkThreads.pinned(() -> channel().shutdownInput());
    } catch (IOException failure) {
      throw socketException(failure);
    }
    input.shut();
  }

  @Override
  protected void shutdownOutput() throws IOException {
    try {
      output.flushAll();
      JdkThreads.pinned(() -> channel().shutdownOutput());
    } catch (IOException failure) {
      throw socketException(failure);
    }
  }

  @Override
  protected void close() throws IOException {
    try {
      super.close();
    } finally {
      input.dropIfOver();
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
      output.flushAll();
      JdkThreads.pinned(
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
      SocketChannel channel = channel();
      JdkThreads.pinned(
          () -> {
            channel.socket().setOOBInline((Boolean) value);
            return null;
          });
    } else {
      super.setOption(id, value);
    }
  }

  @Override
  public Object getOption(int id) throws SocketException {
    if (id != SocketOptions.SO_OOBINLINE) {
      return super.getOption(id);
    }
    SocketChannel channel = channel();
    return JdkThreads.pinned(() -> channel.socket().getOOBInline());
  }

  /**
   * The options of the JDK's sockets, which have a method for {@code SO_OOBINLINE}, and no option.
   */
  @Override
  protected Set<SocketOption<?>> supportedOptions() {
    Set<SocketOption<?>> options = new HashSet<>(super.supportedOptions());
    options.removeIf(option -> option.name().equals("SO_OOBINLINE"));
    return options;
  }

  @Override
  protected InputStream getInputStream() throws IOException {
    return input;
  }

  @Override
  protected OutputStream getOutputStream() throws IOException {
    return output;
  }

  @Override
  protected int available() throws IOException {
    return input.available();
  }

  /** Whether there are bytes that nobody has read; for any thread. */
  final boolean hasInput() throws IOException {
    Registration registration = registration();
    return available() > 0 || (registration != null && registration.hasCome() && !input.isShut());
  }

  /** Bytes in the kernel; for any thread. */
  int held() throws IOException {
    SocketChannel open = channel();
    try {
      return JdkThreads.pinned(() -> open.socket().getInputStream().available());
    } catch (ClosedChannelException closedMeanwhile) {
      throw socketException(closedMeanwhile);
    }
  }

  /** Waits for input; true for a read to end at once if no byte is there. */
  boolean awaitInput(long deadline) throws IOException {
    join(); // a wish from now on finds a waiting reader
    boolean over = ends.getAsBoolean();
    if (over) {
      awaitNews();
    } else {
      await(SelectionKey.OP_READ, deadline);
    }
    return over;
  }

  /** The deadline of a read from now on, by either limit; 0 for never. */
  long readDeadline() {
    long deadline = deadline();
    long idle = services.limits().idleTimeoutMillis();
    return deadline == 0 && idle > 0 ? Timers.deadlineIn(idle) : deadline;
  }

  /** Whether a read that finds less than there is room for may leave something. */
  boolean mayHaveMore() {
    Registration registration = registration();
    return registration != null && registration.mayHaveMore();
  }

  SocketInput input() {
    return input;
  }

  SocketOutput output() {
    return output;
  }

  /** The address at the other end. */
  InetSocketAddress peer() {
    return new InetSocketAddress(address, port);
  }

  /** Becomes the inside of a socket. */
  void belongTo(Socket owner) {
    socket = owner;
  }

  /** Ends the socket at once: the peer learns of missing bytes, and the system keeps nothing. */
  void reset() throws IOException {
    setOption(SocketOptions.SO_LINGER, 0);
    end();
  }

  /** Ends the socket of this inside. */
  void end() throws IOException {
    if (socket == null) {
      close();
    } else {
      socket.close();
    }
  }

  /** The exception of a read or write. */
  IOException failureOfStream(IOException failure) {
    return failure instanceof SocketTimeoutException ? failure : socketException(failure);
  }
}
