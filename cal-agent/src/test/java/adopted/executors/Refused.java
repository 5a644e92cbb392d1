package adopted.executors;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Pools whose stage takes nothing more: full with one worker, draining, or closed. Each task runs
 * all the same, and each pool terminates; prints a line for each that has.
 */
public final class Refused {
  private static final int WORKERS = 3;
  private static final long DEADLINE_SECONDS = 40;

  private Refused() {}

  public static void main(String[] args) throws Exception {
    workers("full");
    ServerSocket listener = new ServerSocket(0);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> afterwards(listener)));
    System.exit(0);
  }

  private static void afterwards(ServerSocket listener) {
    try {
      awaitClosing(listener);
      workers("draining");
      awaitEndOf("cal-shutdown");
      workers("closed");
    } catch (Exception lie) {
      System.out.println("false " + lie);
    }
  }

  /** A drain closes listeners, upon which nobody is accepted any more. */
  private static void awaitClosing(ServerSocket listener) throws IOException {
    try {
      listener.setSoTimeout((int) TimeUnit.SECONDS.toMillis(DEADLINE_SECONDS));
      throw new IllegalStateException("accepted " + listener.accept());
    } catch (SocketTimeoutException late) {
      throw new IllegalStateException("a drain did not come", late);
    } catch (SocketException closed) {
      if (!listener.isClosed()) {
        throw closed;
      }
    }
  }

  private static void awaitEndOf(String name) throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals(name) && !thread.join(Duration.ofSeconds(DEADLINE_SECONDS))) {
        throw new IllegalStateException(name + " does not end");
      }
    }
  }

  /** No worker ends before all have begun. */
  private static void workers(String state) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
    CountDownLatch all = new CountDownLatch(WORKERS);
    List<Future<Boolean>> futures = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      futures.add(
          pool.submit(
              () -> {
                all.countDown();
                return all.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
              }));
    }
    boolean done = true;
    for (Future<Boolean> future : futures) {
      done &= future.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
    pool.shutdown();
    done &= pool.awaitTermination(DEADLINE_SECONDS, TimeUnit.SECONDS);
    System.out.println(done + " " + state);
  }
}
