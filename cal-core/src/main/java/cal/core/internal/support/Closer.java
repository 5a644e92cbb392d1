package cal.core.internal.support;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Closes targets for a drain, on daemon threads: a blocking {@code close()}, for example of a
 * {@code BufferedReader} in use, must stop neither the drain nor other closings.
 *
 * <p>A thread closes the targets in turn; another thread joins whenever the drain finds no
 * progress. The process has {@value #MOST} threads at most, and another for each drain: a {@code
 * close()} without return keeps its thread for good, and clients may cause this. A {@link Closing}
 * is forced after a second with a thread, or after a second without progress of any. For the
 * draining thread alone.
 */
public final class Closer implements AutoCloseable {
  /** A closing that may wait for another waiter. */
  public interface Closing extends Runnable {
    /** Does the most needed part without the server's code. Waits for nobody. */
    void force();
  }

  /** So many threads close at a time, whatever their number of closers. */
  static final int MOST = 64;

  private static final long LOOK_MILLIS = 2;

  /** Threads of all closers. */
  private static final AtomicInteger THREADS = new AtomicInteger();

  private final int least;
  private final ThreadFactory maker;
  private final LongSupplier clock;

  /** Grows by the core size alone. */
  @SuppressWarnings("ErroneousThreadPoolConstructorChecker")
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::thread);

  /** Closings that may have to be forced, the oldest first. */
  private final Queue<Task> open = new ArrayDeque<>();

  private long done;

  /** The last look with progress of the threads. */
  private long gotOn;

  private Closer(int least) {
    this(least, CalThread.ofPool("cal-close-"), System::nanoTime);
  }

  /** With other threads, by another clock, in nanoseconds. */
  Closer(int least, ThreadFactory maker, LongSupplier clock) {
    this.least = least;
    this.maker = maker;
    this.clock = clock;
    this.gotOn = clock.getAsLong();
  }

  /** A closer with a thread, whatever others keep. */
  public static Closer ofDrain() {
    return new Closer(1);
  }

  /** A closer without a thread where others keep all. */
  public static Closer ofLook() {
    return new Closer(0);
  }

  private Thread thread(Runnable work) {
    return maker.newThread(
        () -> {
          THREADS.incrementAndGet();
          try {
            work.run();
          } finally {
            THREADS.decrementAndGet();
          }
        });
  }

  private final class Task implements Runnable {
    private final Closing closing;
    private volatile long since = clock.getAsLong();
    private volatile boolean begun;
    private volatile boolean done;

    Task(Closing closing) {
      this.closing = closing;
    }

    @Override
    public void run() {
      since = clock.getAsLong();
      begun = true;
      try {
        closing.run();
      } finally {
        done = true;
      }
    }

    boolean isDue(long afterNanos) {
      long from = begun || since - gotOn > 0 ? since : gotOn;
      return clock.getAsLong() - from >= afterNanos;
    }

    void force() {
      try {
        closing.force();
      } catch (Throwable failure) {
        Log.log(Level.WARNING, "a closing could not be forced", failure);
      }
    }
  }

  /** Runs a perhaps blocking closing soon, and returns at once. */
  public void run(Runnable closing) {
    Runnable work = closing;
    if (closing instanceof Closing forced) {
      Task task = new Task(forced);
      open.add(task);
      work = task;
    }
    threads.getQueue().add(work);
    if (threads.getPoolSize() == 0) {
      grow();
    }
  }

  /** Forces long closings, and makes another thread without progress of the present threads. */
  public void look() {
    long now = threads.getCompletedTaskCount();
    boolean stuck = now == done;
    done = now;
    if (!stuck) {
      gotOn = clock.getAsLong();
    }
    force(Grace.nanos());
    if (stuck && !threads.getQueue().isEmpty()) {
      grow();
    }
  }

  private void force(long afterNanos) {
    Task first = open.peek();
    while (first != null && (first.done || first.isDue(afterNanos))) {
      open.remove();
      if (!first.done) {
        first.force();
      }
      first = open.peek();
    }
  }

  private void grow() {
    int here = threads.getPoolSize();
    if (here >= least && Math.max(here, THREADS.get()) >= MOST) {
      return;
    }
    try {
      threads.setCorePoolSize(here + 1);
      threads.prestartCoreThread(); // where the size was set before, and no thread could be had
    } catch (OutOfMemoryError none) {
      Log.log(Level.WARNING, "no thread can be had to close what a drain stops", none);
    }
  }

  /** Waits for closings under way, for a second at most; blocking closings are left alone. */
  @Override
  public void close() {
    threads.shutdown();
    long start = System.nanoTime();
    boolean interrupted = false;
    while (!threads.isTerminated() && System.nanoTime() - start < Grace.nanos()) {
      try {
        if (!threads.awaitTermination(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          look();
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    force(0);
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
