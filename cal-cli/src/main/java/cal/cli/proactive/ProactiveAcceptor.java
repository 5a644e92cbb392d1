package cal.cli.proactive;

import cal.core.internal.support.CalThread;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Proactor;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpProtocol;
import cal.sample.web.net.Acceptor;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Accepts clients by operations of a proactor, and serves the clients on the threads of handlers:
 * the calling thread of {@link #run} and others. Thread-safe.
 */
final class ProactiveAcceptor extends Acceptor {
  private static final Logger LOG = System.getLogger(ProactiveAcceptor.class.getName());
  private static final int BACKLOG = 4096;

  /** Room in flight for other operations than the reads of clients. */
  private static final int OTHERS = 16;

  /** Looks for late clients within their time. */
  private static final int LOOKS = 4;

  private static final long LONGEST_LOOK = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The time of clients after a signal to end, as the woven server's. */
  private static final long DRAIN_SECONDS = 10;

  private final HttpProtocol protocol;
  private final Proactor proactor;
  private final int threads;
  private final int most;
  private final AioHandle listener;
  private final int port;
  private final Set<ProactiveConnection> connections = ConcurrentHashMap.newKeySet();
  private final CountDownLatch drained = new CountDownLatch(1);
  private volatile boolean outage;

  /**
   * Listens.
   *
   * @param threads of handlers
   * @param inFlight the most operations in flight
   */
  ProactiveAcceptor(
      InetSocketAddress address,
      HttpProtocol protocol,
      Proactor proactor,
      int threads,
      int inFlight)
      throws IOException {
    super(new ServerSocket(), protocol);
    this.protocol = protocol;
    this.proactor = proactor;
    this.threads = threads;
    this.most = Math.max(1, inFlight - OTHERS);
    this.listener = proactor.listener(address, BACKLOG);
    this.port = ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public int port() {
    return port;
  }

  Handler handler() {
    return protocol.handler();
  }

  long idleNanos() {
    return TimeUnit.MILLISECONDS.toNanos(protocol.idleMillis());
  }

  void start(AioOperation operation) {
    proactor.start(operation);
  }

  void cancel(AioOperation operation) {
    boolean unused = proactor.cancel(operation);
  }

  @Override
  public void run() {
    Runtime.getRuntime().addShutdownHook(CalThread.ofTask("proactive-drain", this::drain));
    acceptNext();
    look();
    for (int i = 1; i < threads; i++) {
      CalThread.vital("proactive-" + i, proactor::runEventLoop).start();
    }
    proactor.runEventLoop();
  }

  private void acceptNext() {
    if (!isOpen()) {
      return;
    }
    if (connections.size() < most) {
      listener.accept(this::accepted);
    } else {
      start(AioOperation.timer(PAUSE_NANOS, over -> acceptNext()));
    }
  }

  private void accepted(AioOperation accept) {
    if (accept.failure() == null) {
      outage = false;
      AioHandle client = accept.accepted();
      try {
        open(client);
      } catch (RuntimeException | Error failure) {
        close(client);
        throw failure;
      } finally {
        acceptNext();
      }
    } else if (isOpen()) {
      if (!outage) {
        outage = true;
        LOG.log(Level.WARNING, "cannot accept on port={0}: {1}", port, accept.failure());
      }
      start(AioOperation.timer(PAUSE_NANOS, over -> acceptNext()));
    }
  }

  private void open(AioHandle client) {
    ProactiveConnection connection = new ProactiveConnection(this, client, proactor);
    connections.add(connection);
    try {
      client.option(StandardSocketOptions.TCP_NODELAY, true);
    } catch (IOException gone) {
      LOG.log(Level.DEBUG, "a client is gone", gone);
    }
    connection.begin();
  }

  /** Ends reads that have waited for too long, now and again. */
  private void look() {
    long now = System.nanoTime();
    connections.forEach(connection -> connection.endLate(now));
    if (!isOpen()) {
      connections.forEach(ProactiveConnection::drain);
    }
    long pause = isOpen() ? Math.min(idleNanos() / LOOKS, LONGEST_LOOK) : PAUSE_NANOS;
    start(AioOperation.timer(pause, this::looksAgain));
  }

  /** A closed proactor ends each timer at once. */
  private void looksAgain(AioOperation over) {
    if (!over.isCancelled()) {
      look();
    }
  }

  void left(ProactiveConnection connection) {
    connections.remove(connection);
    if (!isOpen() && connections.isEmpty()) {
      drained.countDown();
    }
  }

  /** Answers the requests that have come, and parts from idle clients. */
  private void drain() {
    close();
    if (connections.isEmpty()) {
      return;
    }
    try {
      boolean unused = drained.await(DRAIN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    super.close();
    close(listener);
  }

  private static void close(AioHandle handle) {
    try {
      handle.close();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing", failure);
    }
  }
}
