package cal.bench.baseline;

import cal.cli.support.Failure;
import cal.sample.upload.Connection;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A concurrency model as a good engineer writes by hand: the service of an accepted connection.
 *
 * <p>Called by the accepting thread only.
 */
@FunctionalInterface
interface Twin {
  /** A virtual thread for each connection, and nothing else. */
  String PLAIN_VIRTUAL = "plain-virtual";

  /** Threads of the pools, and connections that wait for them, as of CAL's. */
  int POOL = 100;

  int QUEUE = 16_384;

  /** The twin of a model, or {@link #PLAIN_VIRTUAL}. */
  static Twin of(String model) {
    return switch (model) {
      case "thread" -> thread();
      case "thread-pool" -> threadPool();
      case "executor" -> executor();
      case "executor-pool" -> executorPool();
      case "virtual" -> virtual();
      case PLAIN_VIRTUAL -> plainVirtual();
      default -> throw new Failure(2, "--model=" + model + " is no peer, and has no twin");
    };
  }

  /** Serves a connection to the end, in another thread. */
  void serve(Connection connection);

  /** Serves all requests of a connection in the calling thread. */
  private static void drive(Connection connection) {
    while (connection.serve())
      ;
  }

  /** A platform thread for each connection. */
  private static Twin thread() {
    AtomicInteger number = new AtomicInteger();
    return connection ->
        new Thread(() -> drive(connection), "connection-" + number.incrementAndGet()).start();
  }

  /** A task for each connection, on a cached pool of platform threads. */
  private static Twin executor() {
    ExecutorService executor = Executors.newCachedThreadPool();
    return connection -> executor.execute(() -> drive(connection));
  }

  /** A virtual thread for each connection, which lets others run after each answer. */
  private static Twin virtual() {
    return connection ->
        Thread.ofVirtual()
            .start(
                () -> {
                  while (connection.serve()) {
                    Thread.yield();
                  }
                });
  }

  /** A virtual thread for each connection, and nothing else, as most people write. */
  private static Twin plainVirtual() {
    return connection -> Thread.ofVirtual().start(() -> drive(connection));
  }

  /**
   * Threads that take a connection from a bounded queue, serve a request, and put the connection
   * back behind the others. (CAL paper, section 4.)
   */
  private static Twin threadPool() {
    BlockingQueue<Connection> queue = new LinkedBlockingQueue<>(QUEUE);
    for (int i = 0; i < POOL; i++) {
      new Thread(() -> takeTurns(queue), "connections-" + i).start();
    }
    return connection -> {
      if (!queue.offer(connection)) {
        connection.close();
      }
    };
  }

  private static void takeTurns(BlockingQueue<Connection> queue) {
    try {
      while (true) {
        Connection connection = queue.take();
        boolean more = connection.serve();
        while (more && !queue.offer(connection)) {
          more = connection.serve(); // the queue is full: this client keeps its thread
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A pooled executor, to which a connection goes back after each request. */
  private static Twin executorPool() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            POOL,
            POOL,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUE),
            new ThreadPoolExecutor.CallerRunsPolicy());
    return connection -> pool.execute(new Place(connection, pool));
  }

  /** A connection's place in a pool. */
  record Place(Connection connection, ThreadPoolExecutor pool) implements Runnable {
    @Override
    public void run() {
      if (connection.serve()) {
        pool.execute(this);
      }
    }
  }
}
