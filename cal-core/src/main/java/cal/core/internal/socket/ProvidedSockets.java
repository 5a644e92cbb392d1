package cal.core.internal.socket;

import cal.core.spi.SocketProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Objects;

/**
 * Makes a provider's sockets like the constructors of {@link ServerSocket} and {@link Socket}: the
 * same checks, the same exceptions, closed where binding or connecting fails.
 *
 * <p>Thread-safe like the provider. The constructors are JDK 25's; {@link Socket#Socket(
 * java.net.Proxy)} is for the caller to sort out.
 */
record ProvidedSockets(SocketProvider provider) {
  /**
   * Stands for {@code new ServerSocket(..)}.
   *
   * @param arguments none; or port, backlog, address, trailing arguments may be left out: no
   *     backlog, and a backlog below 1, mean the provider's
   */
  ServerSocket listener(Object... arguments) throws IOException {
    return switch (arguments.length) {
      case 0 -> provider.serverSocket();
      case 1 -> listening((int) arguments[0], 0, null);
      case 2 -> listening((int) arguments[0], (int) arguments[1], null);
      default -> listening((int) arguments[0], (int) arguments[1], (InetAddress) arguments[2]);
    };
  }

  private ServerSocket listening(int port, int backlog, InetAddress address) throws IOException {
    if (port < 0 || port > 0xFFFF) {
      throw new IllegalArgumentException("Port value out of range: " + port);
    }
    SocketAddress local = new InetSocketAddress(address, port);
    ServerSocket socket = provider.serverSocket();
    try {
      if (backlog < 1) {
        socket.bind(local);
      } else {
        socket.bind(local, backlog);
      }
      return socket;
    } catch (Throwable failure) {
      close(socket::close, failure);
      throw failure;
    }
  }

  /**
   * Stands for {@code new Socket(..)}.
   *
   * @param types the types of the arguments, since null is a host as well
   * @param arguments none; or host, port, and then nothing, a local address and port, or whether
   *     this is a stream
   */
  Socket client(Class<?>[] types, Object... arguments) throws IOException {
    if (arguments.length == 0) {
      return provider.socket();
    }
    boolean byName = types[0] == String.class;
    int port = (int) arguments[1];
    SocketAddress remote =
        byName ? remote((String) arguments[0], port) : remote((InetAddress) arguments[0], port);
    return switch (arguments.length) {
      case 2 -> connected(remote, null);
      case 3 -> {
        Objects.requireNonNull(remote);
        if (!(boolean) arguments[2]) {
          throw new IllegalArgumentException(
              "Socket constructor does not support creation of datagram sockets");
        }
        yield connected(remote, byName ? null : new InetSocketAddress(0));
      }
      default ->
          connected(remote, new InetSocketAddress((InetAddress) arguments[2], (int) arguments[3]));
    };
  }

  private SocketAddress remote(String host, int port) throws IOException {
    if (host == null) {
      return new InetSocketAddress(InetAddress.getByName(null), port);
    }
    return HostName.isAddress(host)
        ? new InetSocketAddress(host, port)
        : provider.lookUp(() -> new InetSocketAddress(host, port));
  }

  private static SocketAddress remote(InetAddress address, int port) {
    return address != null ? new InetSocketAddress(address, port) : null;
  }

  private Socket connected(SocketAddress remote, SocketAddress local) throws IOException {
    Objects.requireNonNull(remote);
    Socket socket = provider.socket();
    try {
      if (local != null) {
        socket.bind(local);
      }
      socket.connect(remote);
      return socket;
    } catch (Throwable failure) {
      close(socket::close, failure);
      throw failure;
    }
  }

  private interface Closing {
    void close() throws IOException;
  }

  private static void close(Closing socket, Throwable failure) {
    try {
      socket.close();
    } catch (Throwable secondary) {
      failure.addSuppressed(secondary);
    }
  }
}
