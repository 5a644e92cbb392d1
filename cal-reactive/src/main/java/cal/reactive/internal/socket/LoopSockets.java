package cal.reactive.internal.socket;

import cal.core.spi.SocketProvider;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import cal.reactive.internal.group.Loops;
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

/** Makes sockets over channels of the loops. Thread-safe. */
public final class LoopSockets implements SocketProvider, AutoCloseable {
  private final SocketServices services;

  /**
   * Makes none yet.
   *
   * @param loops of the sockets
   * @param backlog unaccepted connections held by the system
   * @param limits of each connection
   */
  public LoopSockets(Loops loops, int backlog, SocketLimits limits) {
    this.services =
        new SocketServices(
            loops,
            backlog,
            limits,
            new Lookups(loops.name() + "-names"),
            new Lookups(loops.name() + "-files"));
  }

  SocketServices services() {
    return services;
  }

  @Override
  public ServerSocket serverSocket() {
    return new LoopServerSocket(services);
  }

  @Override
  public Socket socket() throws IOException {
    return new LoopSocket(new ClientConnection(services));
  }

  @Override
  public List<ReadAheadStatus> readAhead() {
    return List.of(services.loops().readAhead());
  }

  @Override
  public Optional<String> remark() {
    return Optional.of(services.loops().remark());
  }

  /** Sends a file without a copy through this process, and without asking a full socket. */
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
    return services.lookups().make(lookup);
  }

  /** Lookups and reads under way end as ever. */
  @Override
  public void close() {
    services.lookups().close();
    services.files().close();
  }
}
