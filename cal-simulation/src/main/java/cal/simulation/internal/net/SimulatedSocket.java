package cal.simulation.internal.net;

import cal.simulation.spi.Point;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** A socket, or a listening socket, in memory. Used by the threads of one run. */
final class SimulatedSocket extends SocketImpl {
  /** The time until the system sends another SYN. */
  private static final long AGAIN_NANOS = 1_000_000_000L;

  private static final int TRIES = 6;

  private static final Map<SocketOption<?>, Integer> OPTIONS =
      Map.of(
          StandardSocketOptions.SO_RCVBUF, SO_RCVBUF,
          StandardSocketOptions.SO_SNDBUF, SO_SNDBUF,
          StandardSocketOptions.SO_REUSEADDR, SO_REUSEADDR,
          StandardSocketOptions.SO_KEEPALIVE, SO_KEEPALIVE,
          StandardSocketOptions.SO_LINGER, SO_LINGER,
          StandardSocketOptions.TCP_NODELAY, TCP_NODELAY);

  private final Network network;
  private final Map<Integer, Object> options = new HashMap<>();
  private Listening listening;
  private Link in;
  private Link out;
  private int timeout;
  private boolean abrupt;
  private boolean closed;

  SimulatedSocket(Network network) {
    this.network = network;
    options.put(SO_TIMEOUT, 0);
    options.put(SO_LINGER, -1);
    for (int size : new int[] {SO_RCVBUF, SO_SNDBUF}) {
      options.put(size, network.faults().buffer());
    }
    options.put(IP_TOS, 0);
    options.put(SO_BINDADDR, InetAddress.getLoopbackAddress());
    for (int flag :
        new int[] {TCP_NODELAY, SO_KEEPALIVE, SO_REUSEADDR, SO_REUSEPORT, SO_OOBINLINE}) {
      options.put(flag, false);
    }
  }

  @Override
  protected void create(boolean stream) {
    // Nothing of the system's is needed.
  }

  @Override
  protected void bind(InetAddress host, int wanted) {
    address = host;
    localport = wanted == 0 ? network.freePort() : wanted;
  }

  @Override
  protected void listen(int backlog) throws IOException {
    listening = new Listening(network, backlog);
    network.listen(localport, listening);
  }

  @Override
  protected void connect(String host, int wanted) throws IOException {
    connect(new InetSocketAddress(host, wanted), 0);
  }

  @Override
  protected void connect(InetAddress host, int wanted) throws IOException {
    connect(new InetSocketAddress(host, wanted), 0);
  }

  @Override
  protected void connect(SocketAddress to, int millis) throws IOException {
    network.run().point(Point.SOCKET);
    InetSocketAddress peer = (InetSocketAddress) to;
    port = peer.getPort();
    address = peer.getAddress();
    localport = localport == 0 ? network.freePort() : localport;
    long until = network.until(millis);
    for (int tries = 0; tries < TRIES; tries++) {
      pause(network.delay(), until);
      Listening listener = network.listener(port);
      if (listener == null) {
        close();
        throw new ConnectException("Connection refused");
      }
      if (!listener.isFull()) {
        connected(listener);
        return;
      }
      pause(AGAIN_NANOS << tries, until);
    }
    close();
    throw new ConnectException("Connection timed out");
  }

  private void pause(long nanos, long until) throws IOException {
    long end = Math.min(until, network.run().now() + nanos);
    Waiters time = new Waiters(network.run());
    while (!closed && time.await(end)) {
      // woken early
    }
    open();
    if (end == until) {
      close();
      throw new SocketTimeoutException("Connect timed out");
    }
  }

  private void connected(Listening listener) {
    Link[] links = network.connection(port);
    out = links[0];
    in = links[1];
    SimulatedSocket peer = new SimulatedSocket(network);
    peer.in = out;
    peer.out = in;
    peer.port = localport;
    peer.localport = port;
    listener.add(peer);
  }

  @Override
  protected void accept(SocketImpl socket) throws IOException {
    network.run().point(Point.SOCKET);
    long until = network.until(timeout);
    SimulatedSocket come = listening.poll();
    while (come == null && !listening.isClosed()) {
      if (!listening.acceptors().await(until)) {
        throw new SocketTimeoutException("Accept timed out");
      }
      come = listening.poll();
    }
    if (come == null) {
      throw new SocketException("Socket closed");
    }
    SimulatedSocket accepted = (SimulatedSocket) socket;
    accepted.in = come.in;
    accepted.out = come.out;
    accepted.port = come.port;
    accepted.localport = come.localport;
    accepted.address = InetAddress.getLoopbackAddress();
  }

  @Override
  protected InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        network.run().point(Point.SOCKET);
        open();
        return length == 0 ? 0 : in.read(into, offset, length, timeout);
      }

      @Override
      public int available() {
        return in.available();
      }

      @Override
      public void close() throws IOException {
        SimulatedSocket.this.close();
      }
    };
  }

  @Override
  protected OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] from, int offset, int length) throws IOException {
        network.run().point(Point.SOCKET);
        open();
        out.send(from, offset, length);
      }

      @Override
      public void close() throws IOException {
        SimulatedSocket.this.close();
      }
    };
  }

  private void open() throws IOException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
  }

  @Override
  protected int available() {
    return in == null ? 0 : in.available();
  }

  @Override
  protected void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (listening != null) {
      network.forget(localport, listening);
      listening.close();
    }
    if (out != null) {
      if (abrupt || in.available() > 0) { // unread bytes: RFC 2525, section 2.17
        out.afterArrivals(out::fail);
      } else {
        out.finish();
      }
      in.closeReading();
    }
  }

  /** Closes without a farewell. */
  void abort() {
    abrupt = true;
    close();
  }

  @Override
  protected void shutdownInput() {
    in.endReading();
  }

  @Override
  protected void shutdownOutput() {
    out.finish();
  }

  @Override
  protected void sendUrgentData(int data) throws IOException {
    throw new SocketException("urgent data are not simulated");
  }

  @Override
  public void setOption(int id, Object value) {
    options.put(id, value);
    if (id == SO_TIMEOUT) {
      timeout = (Integer) value;
    } else if (id == SO_LINGER) {
      abrupt = Integer.valueOf(0).equals(value);
    }
  }

  @Override
  public Object getOption(int id) {
    return options.get(id);
  }

  @Override
  protected Set<SocketOption<?>> supportedOptions() {
    return OPTIONS.keySet();
  }

  @Override
  protected <T> void setOption(SocketOption<T> name, T value) {
    setOption(number(name), value);
  }

  @Override
  protected <T> T getOption(SocketOption<T> name) {
    return name.type().cast(getOption(number(name)));
  }

  private static int number(SocketOption<?> name) {
    Integer number = OPTIONS.get(name);
    if (number == null) {
      throw new UnsupportedOperationException("the option " + name + " is not simulated");
    }
    return number;
  }
}
