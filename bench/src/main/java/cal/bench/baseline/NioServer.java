package cal.bench.baseline;

import cal.sample.upload.Protocol;
import cal.sample.upload.Statistics;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A reactor (Schmidt, "Reactor", PLoPD 1995) as a good engineer writes it by hand: loops of one
 * selector each, of which the first accepts for all, in turns. Used by one thread.
 */
final class NioServer implements Server {
  private static final Logger LOG = System.getLogger(NioServer.class.getName());

  /** How long accepting rests where no descriptor is left, as in the sample. */
  private static final long PAUSE_MILLIS = 100;

  private final List<NioLoop> loops = new ArrayList<>();
  private ServerSocketChannel listener;
  private int next;

  NioServer(Protocol protocol, int loopCount, Duration readTimeout) throws IOException {
    CountingStore store = new CountingStore();
    Statistics statistics = new LockedStatistics();
    NioLoop.Opening opening =
        switch (protocol) {
          case UPLOAD -> (loop, channel) -> new NioUpload(loop, channel, store);
          case FACTOR -> NioFactor::new;
        };
    for (int i = 0; i < loopCount; i++) {
      loops.add(new NioLoop(opening, statistics, readTimeout));
    }
  }

  @Override
  public InetSocketAddress listen(InetSocketAddress address) throws IOException {
    listener = ServerSocketChannel.open();
    listener.bind(address, BACKLOG);
    listener.configureBlocking(false);
    NioLoop.Ready accept = key -> accept();
    listener.register(loops.getFirst().selector, SelectionKey.OP_ACCEPT, accept);
    return (InetSocketAddress) listener.getLocalAddress();
  }

  private void accept() {
    try {
      for (SocketChannel client = listener.accept(); client != null; client = listener.accept()) {
        distribute(client);
      }
    } catch (IOException failure) {
      LOG.log(Level.WARNING, "cannot accept: {0}", failure.getMessage());
      pause();
    }
  }

  private void distribute(SocketChannel client) {
    try {
      client.configureBlocking(false);
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
    } catch (IOException leftAtOnce) {
      close(client);
      return;
    }
    NioLoop loop = loops.get(next++ % loops.size());
    if (loop == loops.getFirst()) {
      loop.open(client);
    } else {
      loop.adopt(client);
    }
  }

  /**
   * Keeps the loop from spinning where no descriptor is left; it keeps its clients waiting, too.
   */
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
    for (NioLoop loop : loops) {
      Thread thread = new Thread(loop, "nio-loop-" + (threads.size() + 1));
      thread.setUncaughtExceptionHandler(NioServer::end);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** A server that has lost a loop is of no use. */
  private static void end(Thread loop, Throwable failure) {
    LOG.log(Level.ERROR, loop.getName() + " has ended", failure);
    Runtime.getRuntime().halt(1);
  }

  static void close(SocketChannel client) {
    try {
      client.close();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing", failure);
    }
  }
}
