package cal.bench.baseline;

import cal.sample.upload.Statistics;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A reactor (Schmidt, "Reactor", PLoPD 1995) as a good engineer writes by hand: loops of a thread
 * each, the first of which accepts for all, in turns. For a single thread.
 *
 * @param <S> the clients' sockets
 */
final class LoopServer<S extends ClientSocket> implements Server {
  /** Makes a loop. */
  @FunctionalInterface
  interface Making<S extends ClientSocket> {
    Loop<S> make(Loop.Setup setup) throws IOException;
  }

  private static final Logger LOG = System.getLogger(LoopServer.class.getName());

  /** How long accepting rests where no descriptor is left, as in the sample. */
  private static final long PAUSE_MILLIS = 100;

  private final List<Loop<S>> loops = new ArrayList<>();
  private int next;

  LoopServer(Making<S> making, int loopCount, Duration readTimeout) throws IOException {
    CountingStore store = new CountingStore();
    Statistics statistics = new LockedStatistics();
    for (int i = 0; i < loopCount; i++) {
      loops.add(making.make(new Loop.Setup(store, statistics, readTimeout)));
    }
  }

  @Override
  public InetSocketAddress listen(InetSocketAddress address) throws IOException {
    return loops.getFirst().listen(address, this::accept);
  }

  private void accept() {
    Loop<S> acceptor = loops.getFirst();
    try {
      for (S client = acceptor.accept(); client != null; client = acceptor.accept()) {
        Loop<S> loop = loops.get(next++ % loops.size());
        if (loop == acceptor) {
          loop.open(client);
        } else {
          loop.adopt(client);
        }
      }
    } catch (IOException failure) {
      LOG.log(Level.WARNING, "cannot accept: {0}", failure.getMessage());
      pause();
    }
  }

  /** Keeps the loop from spinning without a descriptor; the clients wait, too. */
  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void serve() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (Loop<S> loop : loops) {
      Thread thread = new Thread(loop, "loop-" + (threads.size() + 1));
      thread.setUncaughtExceptionHandler(LoopServer::end);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** A server with a lost loop is of no use. */
  static void end(Thread loop, Throwable failure) {
    LOG.log(Level.ERROR, loop.getName() + " has ended", failure);
    Runtime.getRuntime().halt(1);
  }
}
