package cal.bench.baseline.upload;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;

/** The sample's protocols with concurrency written by hand. For a single thread. */
public interface Server {
  Logger LOG = System.getLogger(Server.class.getName());

  /** Connections held by the system until accepted, as in the sample. */
  int BACKLOG = cal.sample.upload.Listener.BACKLOG;

  /** Listens, and says where: clients may come from now on. */
  InetSocketAddress listen(InetSocketAddress address) throws IOException, InterruptedException;

  /** Serves until the process is ended. */
  void serve() throws IOException, InterruptedException;

  /** Starts a thread, without which the server is of no use. */
  static Thread start(Runnable body, String name) {
    Thread thread = new Thread(body, name);
    thread.setUncaughtExceptionHandler(
        (lost, failure) -> {
          LOG.log(Level.ERROR, lost.getName() + " has ended", failure);
          Runtime.getRuntime().halt(1);
        });
    thread.start();
    return thread;
  }

  /** Keeps a loop from spinning without a descriptor, as in the sample; the clients wait, too. */
  static void pause(IOException cannotAccept) {
    LOG.log(Level.WARNING, "cannot accept: {0}", cannotAccept.getMessage());
    try {
      Thread.sleep(100);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }
}
