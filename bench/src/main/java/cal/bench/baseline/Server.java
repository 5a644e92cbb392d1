package cal.bench.baseline;

import java.io.IOException;
import java.net.InetSocketAddress;

/** The sample's protocols with concurrency written by hand. Used by one thread. */
sealed interface Server permits BlockingServer, EngineServer, LoopServer, NettyServer {
  /** Connections that the system holds until they are accepted, as in the sample. */
  int BACKLOG = cal.sample.upload.Listener.BACKLOG;

  /** Listens, and says where: clients may come from now on. */
  InetSocketAddress listen(InetSocketAddress address) throws IOException, InterruptedException;

  /** Serves until the process is ended. */
  void serve() throws IOException, InterruptedException;
}
