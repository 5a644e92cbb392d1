package cal.simulation.internal.net;

import cal.simulation.internal.net.SimulatedSelector.OfEndpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NoConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.Lock;

/** A channel of a connection in memory. Used by the threads of one run. */
final class SimulatedChannel extends SocketChannel implements OfEndpoint {
  private static final int MOST_BYTES = 65_536;

  private final Endpoint end;

  /** Keeps the options. */
  private final SimulatedSocket inside;

  private final Socket socket;
  private boolean pending;

  SimulatedChannel(SelectorProvider provider, Endpoint end) throws IOException {
    super(provider);
    this.end = end;
    this.inside = new SimulatedSocket(end);
    this.socket = new ChannelSocket(this, inside);
  }

  @Override
  public Endpoint end() {
    return end;
  }

  @Override
  public SocketChannel bind(SocketAddress local) throws IOException {
    requireOpen();
    end.bind(local == null ? 0 : ((InetSocketAddress) local).getPort());
    return this;
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) throws IOException {
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
  public SocketChannel shutdownInput() throws IOException {
    requireConnected();
    end.in().endReading();
    return this;
  }

  @Override
  public SocketChannel shutdownOutput() throws IOException {
    requireConnected();
    end.out().finish();
    return this;
  }

  @Override
  public Socket socket() {
    return socket;
  }

  @Override
  public boolean isConnected() {
    return end.isConnected() && !pending;
  }

  @Override
  public boolean isConnectionPending() {
    return pending;
  }

  @Override
  public boolean connect(SocketAddress to) throws IOException {
    end.point();
    requireOpen();
    if (pending) {
      throw new ConnectionPendingException();
    }
    if (end.isConnected()) {
      throw new AlreadyConnectedException();
    }
    end.begin((InetSocketAddress) to);
    pending = true;
    return isBlocking() && finishConnect();
  }

  @Override
  public boolean finishConnect() throws IOException {
    requireOpen();
    if (!pending) {
      if (end.isConnected()) {
        return true;
      }
      throw new NoConnectionPendingException();
    }
    if (!interruptibly(this::decided)) {
      return false;
    }
    pending = false;
    try {
      end.finish();
    } catch (IOException refused) {
      close();
      throw refused;
    }
    return true;
  }

  private boolean decided() throws IOException {
    return isBlocking() ? end.awaitDecision(Waiters.FOR_EVER) : end.isDecided();
  }

  @Override
  public SocketAddress getRemoteAddress() throws IOException {
    requireOpen();
    return end.isConnected() ? end.remote() : null;
  }

  @Override
  public SocketAddress getLocalAddress() throws IOException {
    requireOpen();
    return end.localPort() == 0 ? null : end.local();
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    end.point();
    requireConnected();
    byte[] bytes = new byte[Math.min(into.remaining(), MOST_BYTES)];
    if (bytes.length == 0 || (!isBlocking() && !end.in().isReadable())) {
      return 0;
    }
    int count = interruptibly(() -> end.in().read(bytes, 0, bytes.length, 0));
    into.put(bytes, 0, Math.max(0, count));
    return count;
  }

  @Override
  public long read(ByteBuffer[] into, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      if (into[i].hasRemaining()) {
        return read(into[i]); // as many as the system wants
      }
    }
    return 0;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    return (int) write(new ByteBuffer[] {from}, 0, 1);
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) throws IOException {
    end.point();
    requireConnected();
    Lock writing = end.out().writing();
    writing.lock();
    try {
      long all = 0;
      for (int i = offset; i < offset + length; i++) {
        while (from[i].hasRemaining()) {
          int count = send(from[i]);
          all += count;
          if (count == 0) {
            return all;
          }
        }
      }
      return all;
    } finally {
      writing.unlock();
    }
  }

  private int send(ByteBuffer from) throws IOException {
    byte[] bytes = new byte[Math.min(from.remaining(), MOST_BYTES)];
    from.get(from.position(), bytes);
    int count = interruptibly(() -> send(bytes));
    from.position(from.position() + count);
    return count;
  }

  private int send(byte[] bytes) throws IOException {
    if (!isBlocking()) {
      return end.out().offer(bytes, 0, bytes.length);
    }
    end.out().send(bytes, 0, bytes.length);
    return bytes.length;
  }

  /** An operation. */
  private interface Operation<T> {
    T run() throws IOException;
  }

  /** Runs an operation; an interrupt of a thread that waits in it closes the channel. */
  private <T> T interruptibly(Operation<T> operation) throws IOException {
    if (!isBlocking()) {
      return operation.run();
    }
    boolean done = false;
    try {
      begin();
      T result = operation.run();
      done = true;
      return result;
    } finally {
      end(done);
    }
  }

  private void requireOpen() throws ClosedChannelException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
  }

  private void requireConnected() throws ClosedChannelException {
    requireOpen();
    if (!isConnected()) {
      throw new NotYetConnectedException();
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
}
