package cal.bench.baseline.loop;

import cal.bench.baseline.upload.CountingStore;
import cal.bench.baseline.upload.LockedStatistics;
import cal.bench.baseline.upload.Server;
import cal.sample.upload.Statistics;
import java.io.IOException;
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
public final class LoopServer<S extends ClientSocket> implements Server {
  /** Makes a loop. */
  @FunctionalInterface
  private interface Making<S extends ClientSocket> {
    Loop<S> make(Loop.Setup setup) throws IOException;
  }

  private final List<Loop<S>> loops = new ArrayList<>();
  private int next;

  private LoopServer(Making<S> making, int loopCount, Duration readTimeout) throws IOException {
    CountingStore store = new CountingStore();
    Statistics statistics = new LockedStatistics();
    for (int i = 0; i < loopCount; i++) {
      loops.add(making.make(new Loop.Setup(store, statistics, readTimeout)));
    }
  }

  /** Loops over the JDK's selector. */
  public static Server overNio(int loops, Duration readTimeout) throws IOException {
    return new LoopServer<>(NioLoop::new, loops, readTimeout);
  }

  /** Loops over an epoll. */
  public static Server overEpoll(int loops, Duration readTimeout) throws IOException {
    return new LoopServer<>(EpollLoop::new, loops, readTimeout);
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
      Server.pause(failure);
    }
  }

  @Override
  public void serve() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (Loop<S> loop : loops) {
      threads.add(Server.start(loop, "loop-" + (threads.size() + 1)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
