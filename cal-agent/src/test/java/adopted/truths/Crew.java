package adopted.truths;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;

/** A server that has written its pool itself. No task ends before all of its workers have one. */
final class Crew {
  private static final int WORKERS = 3;

  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  private Crew(ThreadFactory threads) {
    for (int i = 0; i < WORKERS; i++) {
      threads.newThread(this::work).start();
    }
  }

  /** Until the process ends. */
  private void work() {
    try {
      while (true) {
        tasks.take().run();
      }
    } catch (InterruptedException cut) {
      System.out.println("cut");
    }
  }

  private void serve() throws InterruptedException {
    CountDownLatch together = new CountDownLatch(WORKERS);
    CountDownLatch done = new CountDownLatch(WORKERS);
    for (int i = 0; i < WORKERS; i++) {
      tasks.add(
          () -> {
            together.countDown();
            await(together);
            System.out.println("done by " + Thread.currentThread());
            done.countDown();
          });
    }
    done.await();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException cut) {
      throw new IllegalStateException(cut);
    }
  }

  private static final class Worker extends Thread {
    Worker(Runnable work) {
      super(work);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    new Crew(args[0].equals("plain") ? work -> new Thread(work) : Worker::new).serve();
    System.exit(0);
  }
}
