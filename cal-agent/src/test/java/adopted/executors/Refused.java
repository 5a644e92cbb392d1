package adopted.executors;

import java.net.ServerSocket;
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
      await(listener::isClosed, "a drain, which closes listeners");
      workers("draining");
      await(() -> !lives("cal-shutdown"), "the end of the drain");
      workers("closed");
    } catch (Exception lie) {
      System.out.println("false " + lie);
    }
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Condition condition, String what) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(what + " did not come");
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private static boolean lives(String name) {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals(name));
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
