package cal.bench.baseline;

import cal.bench.baseline.os.Epoll;
import cal.bench.baseline.os.NativeSockets;
import cal.bench.baseline.upload.CountingStore;
import cal.bench.baseline.upload.FrameExchange;
import cal.bench.baseline.upload.LockedStatistics;
import cal.bench.baseline.upload.Server;
import cal.sample.upload.Protocol;
import cal.sample.upload.Statistics;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Uploads by a reactor with a pool of threads: leader/followers over readiness (Schmidt and others,
 * "Leader/Followers", PLoP 2000; ACE's TP_Reactor). Linux promotes: all threads wait for one epoll,
 * which wakes a single thread for an event. A told descriptor is silent until its thread asks for
 * the next event, so a connection has a thread at a time, without a lock. For a single thread.
 */
final class PoolServer implements Server {
  /** The model's name. */
  static final String NAME = "leader-followers";

  /** Looks for late clients within their time. */
  private static final int LOOKS = 4;

  private final Epoll epoll = new Epoll();
  private final Statistics statistics = new LockedStatistics();
  private final Map<Integer, PoolUpload> connections = new ConcurrentHashMap<>();
  private final CountingStore store;
  private final int threads;
  private final Duration readTimeout;
  private Socket listener;

  PoolServer(CountingStore store, int threads, Duration readTimeout) throws IOException {
    this.store = store;
    this.threads = threads;
    this.readTimeout = readTimeout;
  }

  @Override
  public InetSocketAddress listen(InetSocketAddress address) throws IOException {
    listener = NativeSockets.listen(address, BACKLOG);
    epoll.add(listener.intValue(), Epoll.INPUT | Epoll.ONCE);
    return listener.localAddress();
  }

  @Override
  public void serve() throws IOException, InterruptedException {
    for (int i = 1; i <= threads; i++) {
      Server.start(this::handleEvents, "pool-" + i);
    }
    while (true) {
      Thread.sleep(Math.max(1, readTimeout.toMillis() / LOOKS));
      long begin = System.nanoTime() - readTimeout.toNanos();
      for (PoolUpload one : connections.values()) {
        if (one.isInsideRequestSince(begin)) {
          end(one);
        }
      }
    }
  }

  /** Has a thread of the pool part from a client: room is told at once. */
  private void end(PoolUpload late) {
    late.beLate();
    try {
      epoll.change(late.descriptor(), Epoll.ROOM | Epoll.ONCE);
    } catch (IOException closed) {
      LOG.log(Level.DEBUG, "a late client has left", closed);
    }
  }

  /** The leader waits, and follows after the event; the kernel has another thread lead. */
  private void handleEvents() {
    try {
      Epoll own = epoll.shared();
      while (true) {
        if (own.awaitOne() > 0) {
          int descriptor = own.descriptor(0);
          if (descriptor == listener.intValue()) {
            accept(own);
          } else {
            handle(own, descriptor);
          }
        }
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("the pool cannot wait", failure);
    }
  }

  private void accept(Epoll own) throws IOException {
    try {
      NativeSockets.Accepted client = NativeSockets.accept(listener);
      if (client != null) {
        int descriptor = client.socket().intValue();
        Statistics.Tally tally = statistics.join(Protocol.UPLOAD, null);
        FrameExchange frames = new FrameExchange(store, statistics, tally);
        connections.put(descriptor, new PoolUpload(client.socket(), frames));
        own.add(descriptor, Epoll.INPUT | Epoll.ONCE);
      }
    } catch (IOException failure) {
      Server.pause(failure);
    }
    own.change(listener.intValue(), Epoll.INPUT | Epoll.ONCE);
  }

  private void handle(Epoll own, int descriptor) throws IOException {
    PoolUpload connection = connections.get(descriptor);
    if (connection == null) {
      return;
    }
    int next = connection.handle(readTimeout);
    if (next != 0) {
      own.change(descriptor, next | Epoll.ONCE);
    } else {
      connections.remove(descriptor);
      connection.close();
    }
  }
}
