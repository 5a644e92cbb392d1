package cal.simulation.internal.net;

import cal.simulation.internal.net.SimulatedSelector.OfEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.NotYetBoundException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Objects;
import java.util.Set;

/** A channel of a listener in memory. Used by the threads of one run. */
final class SimulatedServerChannel extends ServerSocketChannel implements OfEndpoint {
  private final Endpoint end;

  /** Keeps the options. */
  private final SimulatedSocket inside;

  private final ServerSocket socket;

  SimulatedServerChannel(SelectorProvider provider, Endpoint end) {
    super(provider);
    this.end = end;
    this.inside = new SimulatedSocket(end);
    this.socket = new Adapted(this, inside);
  }

  @Override
  public Endpoint end() {
    return end;
  }

  @Override
  public ServerSocketChannel bind(SocketAddress local, int backlog) throws IOException {
    requireOpen();
    end.bind(local == null ? 0 : ((InetSocketAddress) local).getPort());
    end.listen(backlog);
    return this;
  }

  @Override
  public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) throws IOException {
    requireOpen();
    inside.setOption(Objects.requireNonNull(name), value);
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) throws IOException {
    requireOpen();
    return inside.getOption(Objects.requireNonNull(name));
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return inside.supportedOptions();
  }

  @Override
  public ServerSocket socket() {
    return socket;
  }

  @Override
  public SocketChannel accept() throws IOException {
    return accept(0);
  }

  private SocketChannel accept(int millis) throws IOException {
    end.point();
    requireOpen();
    if (!end.isListening()) {
      throw new NotYetBoundException();
    }
    Endpoint come = isBlocking() ? await(millis) : end.poll();
    return come == null ? null : new SimulatedChannel(provider(), come);
  }

  /** Waits for a connection; an interrupt of the waiting thread closes the channel. */
  private Endpoint await(int millis) throws IOException {
    Endpoint come = null;
    try {
      begin();
      come = end.accept(millis);
    } finally {
      end(come != null);
    }
    return come;
  }

  @Override
  public SocketAddress getLocalAddress() throws IOException {
    requireOpen();
    return end.isListening() ? end.local() : null;
  }

  private void requireOpen() throws ClosedChannelException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
  }

  @Override
  protected void implCloseSelectableChannel() {
    end.close();
  }

  @Override
  protected void implConfigureBlocking(boolean block) {
    // Asked for at each operation.
  }

  /** The listening socket of a channel, which asks the channel. */
  private static final class Adapted extends ServerSocket {
    private final SimulatedServerChannel channel;

    Adapted(SimulatedServerChannel channel, SimulatedSocket inside) {
      super(inside);
      this.channel = channel;
    }

    @Override
    public ServerSocketChannel getChannel() {
      return channel;
    }

    @Override
    public void bind(SocketAddress local, int backlog) throws IOException {
      channel.bind(local, backlog);
    }

    @Override
    public boolean isBound() {
      return channel.end.isListening();
    }

    @Override
    public boolean isClosed() {
      return !channel.isOpen();
    }

    @Override
    public InetAddress getInetAddress() {
      return isBound() ? InetAddress.getLoopbackAddress() : null;
    }

    @Override
    public int getLocalPort() {
      return isBound() ? channel.end.localPort() : -1;
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
      return isBound() ? channel.end.local() : null;
    }

    @Override
    public Socket accept() throws IOException {
      SocketChannel come = channel.accept(getSoTimeout());
      if (come == null) {
        throw new IllegalBlockingModeException();
      }
      return come.socket();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
