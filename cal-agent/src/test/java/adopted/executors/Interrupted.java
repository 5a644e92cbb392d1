package adopted.executors;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A thread that is interrupted while it waits at its full stage, which then refuses it: prints
 * whether its task, which is run all the same, finds the interrupt.
 */
public final class Interrupted {
  private static final long DEADLINE_SECONDS = 40;

  private Interrupted() {}

  public static void main(String[] args) throws Exception {
    CountDownLatch occupied = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    ExecutorService first = Executors.newThreadPerTaskExecutor(Executors.defaultThreadFactory());
    Future<Boolean> unended =
        first.submit(
            () -> {
              occupied.countDown();
              never.await();
              return true;
            });
    occupied.await();

    CountDownLatch done = new CountDownLatch(1);
    ExecutorService second = Executors.newThreadPerTaskExecutor(Executors.defaultThreadFactory());
    second.execute(
        () -> {
          System.out.println(Thread.currentThread().isInterrupted() + " interrupted");
          done.countDown();
        });
    long start = System.nanoTime();
    while (!anyWaitsAtTheDoor()) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS)) {
        throw new IllegalStateException("nobody waits");
      }
      Thread.yield();
    }
    second.shutdownNow();
    if (unended.isDone()) {
      throw new IllegalStateException("the place that was to be kept is free");
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> await(done)));
    System.exit(0);
  }

  private static boolean anyWaitsAtTheDoor() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getClassName().endsWith(".Admission"));
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        System.out.println("false in time");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
