package cal.reactive.internal.socket;

import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.loop.Timers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A listening socket over a channel: the acceptor of a reactor. Thread-safe. */
final class Acceptor extends Endpoint<ServerSocketChannel> {
  /** The rest after a failed accept: a caller that tries again at once would keep its loop. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final SideLock accepting = new SideLock();

  /** Handed down to accepted sockets, as by the system; the channel has no such option. */
  private volatile int trafficClass;

  Acceptor(SocketServices services) {
    super(services);
  }

  @Override
  protected void create(boolean stream) throws IOException {
    use(ServerSocketChannel.open());
  }

  /** Bound together with {@link #listen}, as the channel does both at once. */
  @Override
  protected void bind(InetAddress host, int port) throws IOException {
    address = host;
    localport = port;
  }

  @Override
  protected void listen(int backlog) throws IOException {
    try {
      ServerSocketChannel channel = channel();
      JdkThreads.pinned(() -> channel.bind(new InetSocketAddress(address, localport), backlog));
      localport = localAddress(channel).getPort();
    } catch (IOException failure) {
      throw socketException(failure);
    }
  }

  @Override
  protected void accept(SocketImpl connection) throws IOException {
    long deadline = deadline();
    if (!accepting.lock(deadline)) {
      throw new SocketTimeoutException("Accept timed out");
    }
    try {
      Connection accepted = (Connection) connection;
      accepted.accepted(accept(deadline));
      if (trafficClass != 0) {
        accepted.setOption(StandardSocketOptions.IP_TOS, trafficClass);
      }
      LoopThread here = LoopThread.current();
      if (here != null) {
        here.acceptBatch().accepted();
      }
    } finally {
      accepting.unlock();
    }
  }

  private SocketChannel accept(long deadline) throws IOException {
    while (true) {
      SocketChannel accepted = tryAccept();
      if (accepted != null) {
        return accepted;
      }
      if (Timers.isPast(deadline)) {
        throw new SocketTimeoutException("Accept timed out");
      }
      await(SelectionKey.OP_ACCEPT, deadline);
    }
  }

  private SocketChannel tryAccept() throws IOException {
    ServerSocketChannel channel = channel();
    try {
      return acceptFrom(channel);
    } catch (IOException failure) {
      if (channel.isOpen()) {
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
      throw isClosed() ? new SocketException("Socket closed") : failure;
    }
  }

  /** Accepts; after a failure again, with the descriptors of sockets closed just now. */
  private SocketChannel acceptFrom(ServerSocketChannel channel) throws IOException {
    try {
      return JdkThreads.pinned(channel::accept);
    } catch (IOException failure) {
      if (!channel.isOpen()) {
        throw failure;
      }
      for (Loop loop : services.loops().all()) {
        loop.letGo(false);
      }
      return JdkThreads.pinned(channel::accept);
    }
  }

  @Override
  protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
    if (option == StandardSocketOptions.IP_TOS) {
      channel();
      trafficClass = accepted(option, value);
    } else {
      super.setOption(option, value);
    }
  }

  /** The value of an option in a connection, given the value set here. */
  private static <T> int accepted(SocketOption<T> option, T value) throws IOException {
    try (SocketChannel connection = SocketChannel.open()) {
      return (int) connection.setOption(option, value).getOption(option);
    }
  }

  @Override
  protected <T> T getOption(SocketOption<T> option) throws IOException {
    if (option == StandardSocketOptions.IP_TOS) {
      channel();
      return option.type().cast(trafficClass);
    }
    return super.getOption(option);
  }

  @Override
  protected Set<SocketOption<?>> supportedOptions() {
    Set<SocketOption<?>> options = new HashSet<>(super.supportedOptions());
    options.add(StandardSocketOptions.IP_TOS);
    return options;
  }
}
