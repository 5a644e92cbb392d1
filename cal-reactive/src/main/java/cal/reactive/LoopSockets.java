package cal.reactive;

import cal.core.spi.SocketProvider;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Makes sockets over channels of the loops. Stateless.
 *
 * @param loops the loops that wait for them
 * @param backlog connections that the system holds until they are accepted
 * @param limits of each connection
 */
record LoopSockets(Loops loops, int backlog, SocketLimits limits) implements SocketProvider {
  @Override
  public ServerSocket serverSocket() {
    return new LoopServerSocket(this);
  }

  @Override
  public Socket socket() throws IOException {
    return new LoopSocket(new ClientConnection(this));
  }

  @Override
  public List<ReadAheadStatus> readAhead() {
    return List.of(loops.readAhead());
  }

  @Override
  public Optional<String> remark() {
    return Optional.of(loops.remark());
  }

  /** Sends a file without copying it through this process, and without asking a full socket. */
  @Override
  public OptionalLong transfer(InputStream from, OutputStream to) throws IOException {
    return to instanceof SocketOutput output
            && from instanceof FileInputStream file
            && file.getClass() == FileInputStream.class
        ? new FileTransfer(file, output).run()
        : OptionalLong.empty();
  }

  @Override
  public OptionalLong transfer(FileChannel from, long position, long count, OutputStream to)
      throws IOException {
    return to instanceof SocketOutput output
        ? FileTransfer.part(from, position, count, output)
        : OptionalLong.empty();
  }

  @Override
  public <T> T lookUp(Lookup<T> lookup) throws IOException {
    return loops.names().make(lookup);
  }
}
