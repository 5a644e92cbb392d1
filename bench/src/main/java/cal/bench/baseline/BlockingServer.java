package cal.bench.baseline;

import cal.bench.baseline.upload.CountingStore;
import cal.bench.baseline.upload.LockedStatistics;
import cal.bench.baseline.upload.Server;
import cal.sample.upload.Connection;
import cal.sample.upload.FactorConnection;
import cal.sample.upload.FrameArrays;
import cal.sample.upload.Protocol;
import cal.sample.upload.Service;
import cal.sample.upload.Statistics;
import cal.sample.upload.UploadConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/** The sample's own connections, each served by a twin of a model. For a single thread. */
final class BlockingServer implements Server {
  /** The sample's arrays with the lock written by hand. Thread-safe. */
  private static final class LockedArrays extends FrameArrays {
    @Override
    public synchronized byte[] take(int length) {
      return super.take(length);
    }

    @Override
    public synchronized void give(byte[] array) {
      super.give(array);
    }
  }

  private final Service service;
  private final Twin twin;
  private ServerSocket listener;

  BlockingServer(Protocol protocol, Duration readTimeout, Twin twin) {
    this.twin = twin;
    CountingStore store = new CountingStore();
    FrameArrays arrays = new LockedArrays();
    Statistics statistics = new LockedStatistics();
    service =
        switch (protocol) {
          case UPLOAD ->
              socket -> new UploadConnection(socket, store, arrays, statistics, readTimeout);
          case FACTOR -> socket -> new FactorConnection(socket, statistics, readTimeout);
        };
  }

  @Override
  public InetSocketAddress listen(InetSocketAddress address) throws IOException {
    listener = new ServerSocket(address.getPort(), BACKLOG, address.getAddress());
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  @Override
  public void serve() throws IOException {
    while (true) {
      twin.serve(open(listener.accept()));
    }
  }

  private Connection open(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return service.open(socket);
  }
}
