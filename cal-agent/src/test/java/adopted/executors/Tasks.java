package adopted.executors;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Facts about executors; prints {@code true NAME THREAD} or {@code false NAME WHY} for each. */
public final class Tasks {
  private Tasks() {}

  public static void main(String[] args) {
    ask("fixed", () -> Executors.newFixedThreadPool(2));
    ask("fixed-factory", () -> Executors.newFixedThreadPool(2, Executors.defaultThreadFactory()));
    ask("cached", () -> Executors.newCachedThreadPool());
    ask("single", () -> Executors.newSingleThreadExecutor());
    ask("single-factory", () -> Executors.newSingleThreadExecutor(ownFactory()));
    ask("scheduled", () -> Executors.newScheduledThreadPool(2));
    ask("single-scheduled", () -> Executors.newSingleThreadScheduledExecutor());
    ask("single-scheduled-factory", () -> Executors.newSingleThreadScheduledExecutor(ownFactory()));
    ask(
        "new",
        () -> new ThreadPoolExecutor(2, 2, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>()));
    ask("new-scheduled", () -> new ScheduledThreadPoolExecutor(2));
    ask("set-factory", Tasks::withFactorySet);
    askStarted("started", work -> started());
    askStarted("started-adopted", work -> Starter.started(() -> {}));
    askStarted("started-stood-in", work -> Starter.startedOfAClassOfItsOwn(() -> {}));
    System.out.println("end of tasks");
  }

  private static ExecutorService withFactorySet() {
    ThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(2);
    pool.setThreadFactory(ownFactory());
    return pool;
  }

  private static Thread started() {
    Thread thread = new Thread(() -> {});
    thread.start();
    return thread;
  }

  /** The JDK's pools take no thread that was started, and terminate all the same. */
  private static void askStarted(String name, ThreadFactory factory) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), factory);
    String answer = " executed";
    try {
      pool.execute(() -> {});
    } catch (IllegalThreadStateException right) {
      answer = " refused";
    }
    pool.shutdown();
    System.out.println(name + answer + (ends(pool) ? ", terminated" : ", not terminated"));
  }

  private static boolean ends(ExecutorService pool) {
    try {
      return pool.awaitTermination(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ThreadFactory ownFactory() {
    AtomicInteger made = new AtomicInteger();
    return work -> new Thread(work, "pool-own-thread-" + made.incrementAndGet());
  }

  private static void ask(String name, Supplier<ExecutorService> maker) {
    try {
      System.out.println("true " + name + " " + ask(maker.get()));
    } catch (Throwable lie) {
      System.out.println("false " + name + " " + lie + " " + List.of(lie.getStackTrace()));
    }
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new IllegalStateException(what);
    }
  }

  private static String ask(ExecutorService executor) throws Exception {
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int answer = i;
      futures.add(executor.submit(() -> answer));
    }
    for (int i = 0; i < 20; i++) {
      require(futures.get(i).get() == i, "wrong answer");
    }
    require(executor.<Integer>invokeAll(List.of(() -> 1, () -> 2)).get(1).get() == 2, "invokeAll");
    require(executor.<Integer>invokeAny(List.of(() -> 3)) == 3, "invokeAny");
    failure(executor);
    cancel(executor);
    if (executor instanceof ScheduledExecutorService scheduled) {
      require(scheduled.schedule(() -> 4, 1, TimeUnit.MILLISECONDS).get() == 4, "schedule");
    }
    String thread = executor.submit(() -> Thread.currentThread().toString()).get();
    CountDownLatch release = new CountDownLatch(1);
    Future<?> last = executor.submit(() -> release.await(120, TimeUnit.SECONDS));
    executor.shutdown();
    require(executor.isShutdown() && !executor.isTerminated(), "terminated before its end");
    release.countDown();
    require(executor.awaitTermination(30, TimeUnit.SECONDS), "not terminated");
    require(executor.isTerminated() && last.isDone(), "not terminated");
    return thread;
  }

  private static void failure(ExecutorService executor) throws Exception {
    try {
      executor
          .submit(
              () -> {
                throw new IllegalArgumentException("thrown");
              })
          .get();
      throw new IllegalStateException("no failure");
    } catch (ExecutionException right) {
      require(right.getCause() instanceof IllegalArgumentException, "cause " + right.getCause());
    }
  }

  private static void cancel(ExecutorService executor) throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Future<?> future =
        executor.submit(
            () -> {
              running.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
            });
    require(running.await(120, TimeUnit.SECONDS), "not begun");
    future.cancel(true);
    require(interrupted.await(120, TimeUnit.SECONDS), "not interrupted");
    try {
      future.get();
    } catch (CancellationException right) {
      return;
    }
    throw new IllegalStateException("not cancelled");
  }
}
