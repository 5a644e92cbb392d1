package cal.reactive;

import cal.core.SocketProvider;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.OptionalLong;

/**
 * Makes sockets over channels of the loops. Stateless.
 *
 * @param loops who waits for them
 * @param backlog connections that the system holds until they are accepted
 * @param idleTimeoutMillis after which a connection counts as ended; 0 for never
 */
record LoopSockets(Loops loops, int backlog, int idleTimeoutMillis) implements SocketProvider {
  @Override
  public ServerSocket serverSocket() {
    return new LoopServerSocket(this);
  }

  @Override
  public Socket socket() throws IOException {
    return new LoopSocket(new Connection(this));
  }

  /** Sends a file without copying it through this process, and without asking a full socket. */
  @Override
  public OptionalLong transfer(InputStream from, OutputStream to) throws IOException {
    return from.getClass() == FileInputStream.class && to instanceof LoopSocket.Output output
        ? OptionalLong.of(output.send(((FileInputStream) from).getChannel()))
        : OptionalLong.empty();
  }
}
