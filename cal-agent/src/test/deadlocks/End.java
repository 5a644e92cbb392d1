package app;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Brings the activities of a case to the same moment, and says whether they have ended. */
final class End {
  private static final Semaphore ENDED = new Semaphore(0);
  private static CyclicBarrier barrier = new CyclicBarrier(2);

  private End() {}

  static void together(int parties) {
    barrier = new CyclicBarrier(parties);
  }

  /** Waits for the other activity to be here as well, or on its way no longer. */
  static void meet() {
    try {
      barrier.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
      Thread.yield();
    }
  }

  static void one() {
    ENDED.release();
  }

  /** Says so and ends the process. */
  static void await(int activities) throws InterruptedException {
    boolean all = ENDED.tryAcquire(activities, Long.getLong("limit"), TimeUnit.SECONDS);
    System.out.println(all ? "ended" : "hangs");
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }
}
