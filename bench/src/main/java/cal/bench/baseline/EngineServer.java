package cal.bench.baseline;

import cal.bench.baseline.upload.BadRequest;
import cal.bench.baseline.upload.CountingStore;
import cal.bench.baseline.upload.FrameExchange;
import cal.bench.baseline.upload.LockedStatistics;
import cal.bench.baseline.upload.Server;
import cal.proactor.AioConfig;
import cal.proactor.AioConfig.Leadership;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.AioProviders;
import cal.proactor.Proactor;
import cal.sample.upload.Protocol;
import cal.sample.upload.Statistics;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Uploads over the engine of cal-proactor by hand: handlers of operations, on threads that lead and
 * follow (the ACE POSIX Proactor). For a single thread.
 */
final class EngineServer implements Server {
  private static final String NAME = "engine-";
  private static final String DEDICATED = "-dedicated";

  /** The most operations in flight of a processor. */
  private static final int IN_FLIGHT = 4096;

  private static final int ALIVE = 1 << 16;

  /** The number of looks for late clients within their time. */
  private static final int LOOKS = 4;

  private final Proactor proactor;
  private final int threads;
  private final CountingStore store;
  private final Statistics statistics = new LockedStatistics();
  private final Duration readTimeout;
  private final Set<EngineUpload> connections = ConcurrentHashMap.newKeySet();
  private final Consumer<AioOperation> accepted = this::accepted;
  private AioHandle listener;

  /**
   * Opens the devices.
   *
   * @param model one of {@link #names}
   * @param threads of handlers
   */
  EngineServer(String model, CountingStore store, int threads, Duration readTimeout)
      throws IOException {
    boolean dedicated = model.endsWith(DEDICATED);
    int end = model.length() - (dedicated ? DEDICATED.length() : 0);
    AioConfig config =
        new AioConfig(
            model.substring(NAME.length(), end),
            dedicated ? Leadership.DEDICATED : Leadership.SHARED);
    AioProviders providers = AioProviders.of(EngineServer.class.getClassLoader());
    this.proactor = new Proactor(providers, ALIVE, config.withInFlight(IN_FLIGHT));
    this.store = store;
    this.threads = threads;
    this.readTimeout = readTimeout;
  }

  /** The models: each provider with a shared and with a dedicated processor. */
  static List<String> names() {
    return List.of("io_uring", "select", "aio").stream()
        .flatMap(provider -> List.of(NAME + provider, NAME + provider + DEDICATED).stream())
        .toList();
  }

  @Override
  public InetSocketAddress listen(InetSocketAddress address) throws IOException {
    listener = proactor.listener(address, BACKLOG);
    accept();
    lookForLateOnes();
    return (InetSocketAddress) listener.localAddress();
  }

  private void accept() {
    listener.accept(accepted);
  }

  private void accepted(AioOperation accept) {
    if (accept.failure() == null) {
      Statistics.Tally tally = statistics.join(Protocol.UPLOAD, null);
      FrameExchange frames = new FrameExchange(store, statistics, tally);
      EngineUpload connection = new EngineUpload(this, accept.accepted(), frames);
      connections.add(connection);
      connection.read();
    } else {
      LOG.log(Level.WARNING, "cannot accept: {0}", accept.failure().getMessage());
    }
    accept();
  }

  private void lookForLateOnes() {
    long now = System.nanoTime();
    for (EngineUpload connection : connections) {
      if (connection.isInsideRequestSince(now - readTimeout.toNanos())) {
        LOG.log(Level.WARNING, BadRequest.late(readTimeout.toMillis()));
        connection.close();
      }
    }
    long pause = readTimeout.toNanos() / LOOKS;
    proactor.start(AioOperation.timer(pause, over -> lookForLateOnes()));
  }

  void leave(EngineUpload connection) {
    connections.remove(connection);
  }

  @Override
  public void serve() throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    for (int i = 1; i <= threads; i++) {
      all.add(Server.start(proactor::runEventLoop, "handlers-" + i));
    }
    for (Thread thread : all) {
      thread.join();
    }
  }
}
