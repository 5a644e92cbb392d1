package framework;

import java.util.concurrent.CountDownLatch;

/**
 * The part that all servers here have in common: their answers, their port on standard output, and
 * their end. A server of these answers {@code /slow} once the process is told to end, so that such
 * a request is in flight then. Thread-safe.
 */
public final class Host {
  private static final CountDownLatch ENDING = new CountDownLatch(1);

  private Host() {}

  /** An operation that may throw anything. */
  public interface Stop {
    /** Stops a server, which answers the requests in flight first. */
    void stop() throws Exception;
  }

  /** The answer to a request: its path, and the thread that serves it. */
  public static String answer(String path) {
    if (path.equals("/slow")) {
      System.out.println("in flight");
      await();
    }
    return path + " by " + Thread.currentThread();
  }

  private static void await() {
    try {
      ENDING.await();
    } catch (InterruptedException cut) {
      throw new IllegalStateException("interrupted before its answer", cut);
    }
  }

  /** Tells the port, and has the server stopped as the process ends. */
  public static void serves(int port, Stop stop) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop), "server-stop"));
    System.out.println("port " + port);
  }

  private static void end(Stop stop) {
    ENDING.countDown();
    try {
      stop.stop();
      System.out.println("stopped");
    } catch (Exception failure) {
      System.out.println("not stopped: " + failure);
    }
  }
}
