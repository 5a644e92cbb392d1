package cal.reactive.internal.socket;

import cal.core.internal.support.CalThread;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Timers;
import cal.reactive.internal.step.LoopStep;
import cal.reactive.internal.step.Readiness;
import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
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

/**
 * The common base of connections and acceptors: a channel in place of the JDK's own socket, with
 * options, loop and end. Thread-safe.
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

  /** Closes the lost sockets of a server, on a thread of the process, like the JDK. */
  private static final Cleaner CLEANER =
      Cleaner.create(work -> CalThread.ofTask("cal-lost-sockets", work));

  final SocketServices services;
  private final SocketResources<C> resources;
  private final Cleaner.Cleanable lost;
  private volatile int timeoutMillis;

  Endpoint(SocketServices services) {
    this.services = services;
    resources = new SocketResources<>(services.loops());
    lost = CLEANER.register(this, resources);
  }

  /** Names the work after a loss of this endpoint, without a reference to the endpoint. */
  final void whenLost(Runnable action) {
    resources.whenLost(action);
  }

  /** The channel, open. */
  final C channel() throws SocketException {
    return resources.channel();
  }

  /** Takes a channel, once, which never blocks from now on. */
  final void use(C made) throws IOException {
    resources.use(made);
  }

  /** The same, of an acceptor's channel. */
  final void useAccepted(C made) throws IOException {
    resources.useAccepted(made);
  }

  static InetSocketAddress localAddress(NetworkChannel channel) throws IOException {
    return (InetSocketAddress) JdkThreads.pinned(channel::getLocalAddress);
  }

  /** Joins a loop for {@link #await}, if the channel has none yet. */
  final void join() throws IOException {
    try {
      resources.join();
    } catch (ClosedSelectorException loopClosed) {
      throw socketException(loopClosed);
    }
  }

  /** Waits by {@link Readiness#await}, on the channel's present or new loop. */
  final void await(int operation, long deadline) throws IOException {
    try {
      resources.await(operation, deadline);
    } catch (ClosedSelectorException loopClosed) {
      throw socketException(loopClosed);
    }
  }

  /** Waits by {@link Readiness#awaitNews}, after a join. */
  final void awaitNews() throws IOException {
    resources.awaitNews();
  }

  /** The registration of the channel on a loop, or null. */
  final Registration registration() {
    return resources.registration();
  }

  /**
   * Leaves a step as {@link Readiness#leaveStep} says; false also where there is no loop any more.
   */
  final boolean leaveStep(LoopStep step, long deadline) {
    try {
      return resources.leaveStep(step, deadline);
    } catch (IOException | ClosedSelectorException closed) {
      return false;
    }
  }

  /** Ends the loop's look for {@link #await}. */
  final void disarm(int operation) {
    resources.disarm(operation);
  }

  /** Called before the channel is read. */
  final void reads() {
    resources.reads();
  }

  /** Has a waiting reader look again, or the next before its wait. */
  final void tellInput() {
    resources.tellInput();
  }

  /** The time by which {@code SO_TIMEOUT} lets a call wait; 0 for no limit. */
  final long deadline() {
    int millis = timeoutMillis;
    return millis == 0 ? 0 : Timers.deadlineIn(millis);
  }

  /** A failure in the form of the JDK's sockets; the channel closes for output alone, too. */
  final SocketException socketException(Exception failure) {
    if (failure instanceof SocketException already) {
      return already;
    }
    String message = failure.getMessage();
    if (failure instanceof ClosedChannelException || failure instanceof ClosedSelectorException) {
      message = isClosed() ? "Socket closed" : "Broken pipe";
    } else if (failure instanceof NotYetConnectedException) {
      message = "Not connected";
    }
    SocketException reported = new SocketException(message);
    reported.initCause(failure);
    return reported;
  }

  /** Closes the channel at once; nothing is left to be done when this is lost. */
  @Override
  protected void close() throws IOException {
    try {
      resources.close();
    } finally {
      lost.clean();
    }
  }

  final boolean isClosed() {
    return resources.isClosed();
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
      JdkThreads.pinned(() -> open.setOption(option, off ? Integer.valueOf(-1) : value));
      noteLinger(option);
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
      Object value = JdkThreads.pinned(() -> open.getOption(option));
      return id == SocketOptions.SO_LINGER && value.equals(-1) ? (Object) false : value;
    } catch (IOException | UnsupportedOperationException e) {
      throw socketException(e);
    }
  }

  @Override
  protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
    try {
      JdkThreads.pinned(() -> channel().setOption(option, value));
      noteLinger(option);
    } catch (IOException failure) {
      throw socketException(failure);
    }
  }

  private void noteLinger(SocketOption<?> option) {
    if (option == StandardSocketOptions.SO_LINGER) {
      resources.lingers();
    }
  }

  @Override
  protected <T> T getOption(SocketOption<T> option) throws IOException {
    try {
      return JdkThreads.pinned(() -> channel().getOption(option));
    } catch (IOException failure) {
      throw socketException(failure);
    }
  }

  @Override
  protected Set<SocketOption<?>> supportedOptions() {
    return resources.channelOrClosed().supportedOptions();
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
