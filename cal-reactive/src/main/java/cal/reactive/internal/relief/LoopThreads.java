package cal.reactive.internal.relief;

import cal.core.spi.Cores;
import cal.reactive.internal.buffer.KeptBytes;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.LoopGroup;
import cal.reactive.internal.loop.LoopThread;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of some loops: a thread for each, and spare threads for kept loops. A spare thread is
 * made at the first need, and ends when unneeded for a while. Thread-safe.
 */
public final class LoopThreads {
  private static final long SPARE_SECONDS = 10;

  private final LoopGroup group;
  private final KeptBytes kept;
  private final String name;
  private final int number;
  private final Cores cores;
  private final AtomicInteger made = new AtomicInteger();
  private final Map<LoopThread, Optional<CoreUse>> alive = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor threads;

  /**
   * Whether the threads serve loops: completed when each loop has its thread, or will never have.
   */
  private final CompletableFuture<Boolean> serving = new CompletableFuture<>();

  /** Completed by the last started thread of a loop, at its run or death. */
  private volatile CompletableFuture<Void> running;

  /**
   * Makes none yet.
   *
   * @param number of loops
   * @param spares the most threads in the place of others
   * @param cores of the threads
   */
  public LoopThreads(
      LoopGroup group, KeptBytes kept, String name, int number, int spares, Cores cores) {
    this.group = group;
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
          try {
            alive.put(LoopThread.current(), Optional.ofNullable(CoreUse.ofCaller()));
            cores.take();
            body.run();
          } catch (Throwable death) {
            running.completeExceptionally(death);
            throw death;
          } finally {
            alive.remove(LoopThread.current());
          }
        };
    return new LoopThread(group, kept, life, name + role, nth);
  }

  /**
   * Has a thread for a loop, from {@link #begin} on: none looks at the others before all loops have
   * a thread. Without a thread to be had, {@link #close} ends the others.
   */
  public void start(Loop loop) {
    CompletableFuture<Void> runs = new CompletableFuture<>();
    running = runs;
    threads.execute(
        () -> {
          loop.servedBy(LoopThread.current());
          runs.complete(null);
          if (serving.join()) {
            LoopThread.current().serve(loop);
          }
        });
    runs.join();
  }

  /** Has each loop served by its thread. */
  public void begin() {
    serving.complete(true);
  }

  /**
   * Has a spare thread serve a loop, unless the keeping turn ends before. Without a spare thread,
   * or without memory for the thread, the loop waits for the end of the turn: the caller may be the
   * thread of another loop.
   */
  public void relieve(Loop loop, LoopThread kept, long turn) {
    if (!loop.isToBeRelievedOf(turn)) {
      return; // another thread has seen it as well
    }
    try {
      threads.execute(
          () -> {
            loop.attach();
            if (kept.lose(loop, turn)) {
              LoopThread.current().serve(loop);
            } else {
              loop.detach();
            }
          });
    } catch (RejectedExecutionException | OutOfMemoryError none) {
      loop.isNotRelieved(); // the watchdog tells of it, and of the turn
    } catch (Throwable failure) {
      loop.isNotRelieved();
      throw failure;
    }
  }

  /** The living threads. */
  Set<LoopThread> alive() {
    return alive.keySet();
  }

  /** Looks at the use of a core; null where the system does not tell. */
  CoreUse.Look look(LoopThread thread) {
    return alive.getOrDefault(thread, Optional.empty()).map(CoreUse::look).orElse(null);
  }

  /** Lets threads without a loop end. */
  public void close() {
    serving.complete(false);
    threads.shutdown();
  }

  public void join(Duration limit) throws InterruptedException {
    threads.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS);
  }
}
