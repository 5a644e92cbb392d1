package cal.simulation.internal.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** A socket, or a listening socket, in memory. Used by the threads of one run. */
final class SimulatedSocket extends SocketImpl {
  private static final Map<SocketOption<?>, Integer> OPTIONS =
      Map.of(
          StandardSocketOptions.SO_RCVBUF, SO_RCVBUF,
          StandardSocketOptions.SO_SNDBUF, SO_SNDBUF,
          StandardSocketOptions.SO_REUSEADDR, SO_REUSEADDR,
          StandardSocketOptions.SO_REUSEPORT, SO_REUSEPORT,
          StandardSocketOptions.SO_KEEPALIVE, SO_KEEPALIVE,
          StandardSocketOptions.SO_LINGER, SO_LINGER,
          StandardSocketOptions.IP_TOS, IP_TOS,
          StandardSocketOptions.TCP_NODELAY, TCP_NODELAY);

  private final Map<Integer, Object> options = new HashMap<>();
  private Endpoint end;
  private int timeout;

  /** The socket of an end. */
  SimulatedSocket(Endpoint end) {
    take(end);
    options.put(SO_TIMEOUT, 0);
    options.put(SO_LINGER, -1);
    for (int size : new int[] {SO_RCVBUF, SO_SNDBUF}) {
      options.put(size, end.network().faults().buffer());
    }
    options.put(IP_TOS, 0);
    options.put(SO_BINDADDR, InetAddress.getLoopbackAddress());
    for (int flag :
        new int[] {TCP_NODELAY, SO_KEEPALIVE, SO_REUSEADDR, SO_REUSEPORT, SO_OOBINLINE}) {
      options.put(flag, false);
    }
  }

  private void take(Endpoint other) {
    end = other;
    localport = end.localPort();
    if (end.remote() != null) {
      port = end.remote().getPort();
      address = end.remote().getAddress();
    }
  }

  @Override
  protected void create(boolean stream) {
    // Nothing of the system's is needed.
  }

  @Override
  protected void bind(InetAddress host, int wanted) {
    end.bind(wanted);
    address = host;
    localport = end.localPort();
  }

  @Override
  protected void listen(int backlog) throws IOException {
    end.listen(backlog);
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
    end.point();
    InetSocketAddress address = (InetSocketAddress) to;
    if (address.isUnresolved()) {
      throw new UnknownHostException(address.getHostName());
    }
    end.connect(address, millis);
    take(end);
  }

  @Override
  protected void accept(SocketImpl socket) throws IOException {
    end.point();
    ((SimulatedSocket) socket).take(end.accept(timeout));
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
        end.point();
        end.requireOpen();
        return length == 0 ? 0 : end.in().read(into, offset, length, timeout);
      }

      @Override
      public int available() throws IOException {
        end.requireOpen();
        return end.in().available();
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
        end.point();
        end.requireOpen();
        end.out().send(from, offset, length);
      }

      @Override
      public void close() throws IOException {
        SimulatedSocket.this.close();
      }
    };
  }

  @Override
  protected int available() {
    return end.in() == null ? 0 : end.in().available();
  }

  @Override
  protected void close() {
    end.close();
  }

  @Override
  protected void shutdownInput() {
    end.in().endReading();
  }

  @Override
  protected void shutdownOutput() {
    end.out().finish();
  }

  @Override
  protected boolean supportsUrgentData() {
    return true; // so that the data are refused by their name
  }

  @Override
  protected void sendUrgentData(int data) {
    throw end.network().run().refuse("urgent data of a socket; send bytes in their order");
  }

  @Override
  public void setOption(int id, Object value) {
    options.put(id, value);
    if (id == SO_TIMEOUT) {
      timeout = (Integer) value;
    } else if (id == SO_LINGER) {
      end.abrupt(Integer.valueOf(0).equals(value));
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
