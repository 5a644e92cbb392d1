package cal.reactive;

import cal.core.spi.Cores;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of some loops: one for each, and spare ones for those that a turn keeps. A spare
 * thread is made when it is needed first, and ends when it was not needed for a while. Thread-safe.
 */
final class LoopThreads {
  private static final long SPARE_SECONDS = 10;

  private final Loops loops;
  private final KeptBytes kept;
  private final String name;
  private final int number;
  private final Cores cores;
  private final AtomicInteger made = new AtomicInteger();
  private final Set<LoopThread> alive = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor threads;

  /**
   * Makes none yet.
   *
   * @param number of loops
   * @param spares threads, at most, in the place of others
   * @param cores that they run on
   */
  LoopThreads(Loops loops, KeptBytes kept, String name, int number, int spares, Cores cores) {
    this.loops = loops;
    this.kept = kept;
    this.name = name;
    this.number = number;
    this.cores = cores;
    this.threads =
        new ThreadPoolExecutor(
            0,
            number + spares,
            SPARE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            this::make);
  }

  private Thread make(Runnable body) {
    int nth = made.incrementAndGet();
    String role = nth <= number ? "-loop-" + nth : "-spare-" + (nth - number);
    Runnable life =
        () -> {
          alive.add(LoopThread.current());
          try {
            cores.take();
            body.run();
          } finally {
            alive.remove(LoopThread.current());
          }
        };
    return new LoopThread(loops, kept, life, name + role, nth);
  }

  /** Has a thread serve each loop: none looks at the others before all have theirs. */
  void start(List<Loop> all) {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    CountDownLatch missing = new CountDownLatch(all.size());
    for (Loop loop : all) {
      threads.execute(
          () -> {
            loop.servedBy(LoopThread.current());
            missing.countDown();
            if (missing.getCount() == 0) {
              ready.complete(null);
            }
            ready.join();
            LoopThread.current().serve(loop);
          });
    }
    ready.join();
  }

  /**
   * Has a spare thread serve a loop, unless the turn that keeps the loop's thread ends before.
   * Without a spare thread the loop waits for the end of the turn.
   */
  void relieve(Loop loop, LoopThread kept, long turn) {
    if (!loop.isToBeRelievedOf(turn)) {
      return; // another thread has seen it as well
    }
    try {
      threads.execute(
          () -> {
            loop.attach();
            if (kept.lose(loop, turn) || !loop.detach()) {
              LoopThread.current().serve(loop);
            }
          });
    } catch (RejectedExecutionException none) {
      loop.isNotRelieved(); // the watchdog tells of it, and of the turn
    } catch (Throwable noMemory) {
      loop.isNotRelieved();
      throw noMemory;
    }
  }

  /** Those that live. */
  Set<LoopThread> alive() {
    return alive;
  }

  /** Lets those end that serve no loop. */
  void close() {
    threads.shutdown();
  }

  void join(Duration limit) throws InterruptedException {
    threads.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS);
  }
}
