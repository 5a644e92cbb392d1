package cal.reactive.internal.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.nio.channels.ServerSocketChannel;

/** A listening socket that waits through a loop. Thread-safe, like {@link ServerSocket}. */
final class LoopServerSocket extends ServerSocket {
  private final SocketServices services;

  LoopServerSocket(SocketServices services) {
    super(new Acceptor(services));
    this.services = services;
  }

  /** A listener after its accept, see {@link #give}. */
  private LoopServerSocket(Given connection) {
    super(connection);
    this.services = connection.services;
  }

  /** Connects an open socket, as after an accept of the JDK's connection. */
  static void give(Socket accepted, LoopSocket to) throws IOException {
    if (!to.isClosed()) {
      new LoopServerSocket(new Given(to.connection().services, accepted)).implAccept(to);
    }
  }

  private static final class Given extends Endpoint<ServerSocketChannel> {
    private final Socket accepted;

    Given(SocketServices services, Socket accepted) {
      super(services);
      this.accepted = accepted;
    }

    @Override
    protected void create(boolean stream) {}

    @Override
    protected void bind(InetAddress host, int port) {}

    @Override
    protected void accept(SocketImpl connection) throws IOException {
      ((ClientConnection) connection).become(accepted);
    }
  }

  /** Binds with the configured backlog, where the JDK would take 50. */
  @Override
  public void bind(SocketAddress endpoint) throws IOException {
    bind(endpoint, services.backlog());
  }

  @Override
  public Socket accept() throws IOException {
    if (isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (!isBound()) {
      throw new SocketException("Socket is not bound yet");
    }
    Socket accepted = new LoopSocket(new Connection(services));
    implAccept(accepted);
    return accepted;
  }
}
