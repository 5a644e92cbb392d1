package cal.bench.baseline;

import java.io.IOException;
import java.net.InetSocketAddress;

/** The sample's protocols with concurrency written by hand. For a single thread. */
sealed interface Server permits BlockingServer, EngineServer, LoopServer, NettyServer, PoolServer {
  /** Connections held by the system until accepted, as in the sample. */
  int BACKLOG = cal.sample.upload.Listener.BACKLOG;

  /** Listens, and says where: clients may come from now on. */
  InetSocketAddress listen(InetSocketAddress address) throws IOException, InterruptedException;

  /** Serves until the process is ended. */
  void serve() throws IOException, InterruptedException;
}
