package cal.reactive;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;

/** A listening socket that waits through a loop. Thread-safe, as {@link ServerSocket} is. */
final class LoopServerSocket extends ServerSocket {
  private final LoopSockets sockets;

  LoopServerSocket(LoopSockets sockets) {
    super(new Acceptor(sockets));
    this.sockets = sockets;
  }

  /** Binds with the configured backlog, where the JDK would take 50. */
  @Override
  public void bind(SocketAddress endpoint) throws IOException {
    bind(endpoint, sockets.backlog());
  }

  @Override
  public Socket accept() throws IOException {
    if (isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (!isBound()) {
      throw new SocketException("Socket is not bound yet");
    }
    Socket accepted = new LoopSocket(new Connection(sockets));
    implAccept(accepted);
    return accepted;
  }
}
