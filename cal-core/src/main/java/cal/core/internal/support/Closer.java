package cal.core.internal.support;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Closes targets for a drain, on daemon threads: a {@code close()} that blocks, as that of a {@code
 * BufferedReader} in use does, must stop neither the drain nor the others' closing.
 *
 * <p>One thread closes one target after the other; another one joins whenever the drain looks and
 * finds that none has got on. So there are at most as many threads as closings that block. For the
 * one thread that drains.
 */
public final class Closer implements AutoCloseable {
  /** How long closings may take that are not done when the drain is. */
  private static final long GRACE_NANOS = 1_000_000_000L;

  private static final long LOOK_MILLIS = 2;

  /** Grows by its core size alone. */
  @SuppressWarnings("ErroneousThreadPoolConstructorChecker")
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          CalThread.ofPool("cal-close-"));

  private long done;

  /** Does something soon that may block, and returns at once. */
  public void run(Runnable closing) {
    threads.getQueue().add(closing);
    if (threads.getPoolSize() == 0) {
      grow();
    }
  }

  /** Makes another thread if those that are there do not get on. */
  public void look() {
    long now = threads.getCompletedTaskCount();
    if (now == done && !threads.getQueue().isEmpty()) {
      grow();
    }
    done = now;
  }

  private void grow() {
    try {
      threads.setCorePoolSize(threads.getPoolSize() + 1);
    } catch (OutOfMemoryError none) {
      Log.log(Level.WARNING, "no thread can be had to close what a drain stops", none);
    }
  }

  /** Waits for what is under way, for a second at most; what still blocks is left alone. */
  @Override
  public void close() {
    threads.shutdown();
    long start = System.nanoTime();
    boolean interrupted = false;
    while (!threads.isTerminated() && System.nanoTime() - start < GRACE_NANOS) {
      try {
        if (!threads.awaitTermination(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          look();
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** After {@link #close}: closes on the calling thread, where no other could be had. */
  public void runRest() {
    if (threads.getPoolSize() == 0) {
      List<Runnable> rest = new ArrayList<>();
      threads.getQueue().drainTo(rest);
      rest.forEach(Runnable::run);
    }
  }
}
