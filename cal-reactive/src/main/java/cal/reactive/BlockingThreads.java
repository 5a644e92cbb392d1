package cal.reactive;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Threads that activities go to whose next calls block, which would keep a loop. An activity makes
 * these calls itself, and comes back to its loop where it waits or yields next, or its step ends.
 * So a run of such calls costs one way there. Thread-safe.
 *
 * <p>There are as many threads as activities there, at most so many; whose turn it is not yet
 * parks. A thread ends that was not needed for a minute.
 *
 * <p>Public for cal-proactor, and not meant for others.
 */
public final class BlockingThreads implements AutoCloseable {
  private final Semaphore places;
  private final ExecutorService threads;

  /** Made beforehand: a place that was got is not lost for want of memory. */
  private final Departure.Way way = this::takes;

  /**
   * Has no thread yet.
   *
   * @param name what its threads are called, before their number
   * @param most threads
   */
  public BlockingThreads(String name, int most) {
    places = new Semaphore(most, /* fair= */ true);
    threads =
        Executors.newCachedThreadPool(
            Thread.ofPlatform()
                .daemon()
                .name(name + "-", 1)
                .inheritInheritableThreadLocals(false)
                .factory());
  }

  /** Whether the calling thread runs on a loop, which a call that blocks would keep. */
  public static boolean isOnLoop() {
    return LoopThread.current() != null;
  }

  /**
   * Has the calling activity go on here. It stays where it is if that is no loop, if it cannot
   * leave its carrier now, and where this is closed or no thread can be had.
   */
  public void enter() {
    if (!isOnLoop() || threads.isShutdown()) {
      return;
    }
    places.acquireUninterruptibly();
    if (!LoopThread.current().departure().begin(way)) {
      places.release();
    }
  }

  private boolean takes(Runnable turn) {
    try {
      threads.execute(() -> carry(turn));
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError noThread) {
      places.release();
      return false;
    }
  }

  private void carry(Runnable turn) {
    try {
      turn.run();
    } finally {
      places.release();
    }
  }

  /** Has the calling activity go back to its loop, unless it is there; the thread there. */
  static LoopThread leave() {
    if (!isOnLoop()) {
      Thread.yield();
    }
    return LoopThread.current();
  }

  /** Ends the threads; calls under way end as they would. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
