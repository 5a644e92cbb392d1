package cal.reactive.internal.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.util.Set;

/**
 * The inside of a socket made unconnected: a {@link Connection}, unless a listening socket of the
 * server's own class accepts with the socket. Such a listener is the JDK's, and accepts with
 * sockets of the JDK alone. From then on all calls go to a socket of the JDK. Thread-safe.
 */
final class ClientConnection extends Connection {
  /** Connected; null until then. */
  private volatile Socket accepted;

  ClientConnection(SocketServices services) {
    super(services);
  }

  /** Becomes the inside of an accepted socket, with the timeout; ends the former inside. */
  void become(Socket connected) throws IOException {
    connected.setSoTimeout((Integer) getOption(SocketOptions.SO_TIMEOUT));
    close();
    address = connected.getInetAddress();
    port = connected.getPort();
    localport = connected.getLocalPort();
    fd = null; // the JDK made one in vain, for socket implementations of another kind
    accepted = connected;
  }

  @Override
  boolean isNative() {
    return accepted != null;
  }

  @Override
  protected InputStream getInputStream() throws IOException {
    return isNative() ? accepted.getInputStream() : super.getInputStream();
  }

  @Override
  protected OutputStream getOutputStream() throws IOException {
    return isNative() ? accepted.getOutputStream() : super.getOutputStream();
  }

  @Override
  protected int available() throws IOException {
    return isNative() ? accepted.getInputStream().available() : super.available();
  }

  @Override
  protected void shutdownInput() throws IOException {
    if (isNative()) {
      accepted.shutdownInput();
    } else {
      super.shutdownInput();
    }
  }

  @Override
  protected void shutdownOutput() throws IOException {
    if (isNative()) {
      accepted.shutdownOutput();
    } else {
      super.shutdownOutput();
    }
  }

  @Override
  protected void sendUrgentData(int data) throws IOException {
    if (isNative()) {
      accepted.sendUrgentData(data);
    } else {
      super.sendUrgentData(data);
    }
  }

  @Override
  protected void close() throws IOException {
    if (isNative()) {
      accepted.close();
    } else {
      super.close();
    }
  }

  @Override
  protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
    if (isNative()) {
      accepted.setOption(option, value);
    } else {
      super.setOption(option, value);
    }
  }

  @Override
  protected <T> T getOption(SocketOption<T> option) throws IOException {
    return isNative() ? accepted.getOption(option) : super.getOption(option);
  }

  @Override
  protected Set<SocketOption<?>> supportedOptions() {
    return isNative() ? accepted.supportedOptions() : super.supportedOptions();
  }

  @Override
  public void setOption(int id, Object value) throws SocketException {
    if (!isNative()) {
      super.setOption(id, value);
      return;
    }
    boolean off = Boolean.FALSE.equals(value);
    switch (id) {
      case SocketOptions.SO_TIMEOUT -> accepted.setSoTimeout((Integer) value);
      case SocketOptions.SO_OOBINLINE -> accepted.setOOBInline(!off);
      case SocketOptions.SO_LINGER -> accepted.setSoLinger(!off, off ? 0 : (Integer) value);
      case SocketOptions.TCP_NODELAY -> accepted.setTcpNoDelay(!off);
      case SocketOptions.IP_TOS -> accepted.setTrafficClass((Integer) value);
      case SocketOptions.SO_SNDBUF -> accepted.setSendBufferSize((Integer) value);
      case SocketOptions.SO_RCVBUF -> accepted.setReceiveBufferSize((Integer) value);
      case SocketOptions.SO_KEEPALIVE -> accepted.setKeepAlive(!off);
      case SocketOptions.SO_REUSEADDR -> accepted.setReuseAddress(!off);
      default -> throw new SocketException("Unknown option " + id);
    }
  }

  @Override
  public Object getOption(int id) throws SocketException {
    if (!isNative()) {
      return super.getOption(id);
    }
    return switch (id) {
      case SocketOptions.SO_TIMEOUT -> accepted.getSoTimeout();
      case SocketOptions.SO_OOBINLINE -> accepted.getOOBInline();
      case SocketOptions.SO_LINGER -> accepted.getSoLinger(); // -1, no number of seconds, for off
      case SocketOptions.TCP_NODELAY -> accepted.getTcpNoDelay();
      case SocketOptions.IP_TOS -> accepted.getTrafficClass();
      case SocketOptions.SO_SNDBUF -> accepted.getSendBufferSize();
      case SocketOptions.SO_RCVBUF -> accepted.getReceiveBufferSize();
      case SocketOptions.SO_KEEPALIVE -> accepted.getKeepAlive();
      case SocketOptions.SO_REUSEADDR -> accepted.getReuseAddress();
      case SocketOptions.SO_BINDADDR -> accepted.getLocalAddress();
      default -> throw new SocketException("Unknown option " + id);
    };
  }
}
