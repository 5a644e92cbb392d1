package cal.bench.baseline;

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
  /** Serves a connection to the end, in another thread. */
  void serve(Connection connection);

  /** Serves all requests of a connection in the calling thread. */
  static void drive(Connection connection) {
    while (connection.serve())
      ;
  }

  /** A platform thread for each connection. */
  static Twin thread() {
    AtomicInteger number = new AtomicInteger();
    return connection ->
        new Thread(() -> drive(connection), "connection-" + number.incrementAndGet()).start();
  }

  /** A task for each connection, on a cached pool of platform threads. */
  static Twin executor() {
    ExecutorService executor = Executors.newCachedThreadPool();
    return connection -> executor.execute(() -> drive(connection));
  }

  /** A virtual thread for each connection, which lets others run after each answer. */
  static Twin virtual() {
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
  static Twin plainVirtual() {
    return connection -> Thread.ofVirtual().start(() -> drive(connection));
  }

  /**
   * Threads that take a connection from a bounded queue, serve a request, and put the connection
   * back behind the others. (CAL paper, section 4.)
   */
  static Twin threadPool(int size, int capacity) {
    BlockingQueue<Connection> queue = new LinkedBlockingQueue<>(capacity);
    for (int i = 0; i < size; i++) {
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
  static Twin executorPool(int size, int capacity) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            size,
            size,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(capacity),
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
