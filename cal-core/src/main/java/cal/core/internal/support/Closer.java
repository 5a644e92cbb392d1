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

/**
 * Closes targets for a drain, on daemon threads: a {@code close()} that blocks, as that of a {@code
 * BufferedReader} in use does, must stop neither the drain nor the others' closing.
 *
 * <p>One thread closes one target after the other; another one joins whenever the drain looks and
 * finds that none has got on. In the process there are {@value #MOST} at most, and one for each
 * drain: a {@code close()} that never returns keeps its thread for good, and clients may bring it
 * about. A {@link Closing} that is not done after a second is forced, whether it has a thread or
 * waits for one. For the one thread that drains.
 */
public final class Closer implements AutoCloseable {
  /** A closing that may wait for somebody who waits as well. */
  public interface Closing extends Runnable {
    /** Does without the server's code what is needed most. Waits for nobody. */
    void force();
  }

  /** So many threads close at a time, whatever their number of closers. */
  static final int MOST = 64;

  /** How long closings may take that are not done when the drain is, and each before its force. */
  private static final long GRACE_NANOS = 1_000_000_000L;

  private static final long LOOK_MILLIS = 2;

  /** Threads of all closers. */
  private static final AtomicInteger THREADS = new AtomicInteger();

  private final int least;
  private final ThreadFactory maker = CalThread.ofPool("cal-close-");

  /** Grows by its core size alone. */
  @SuppressWarnings("ErroneousThreadPoolConstructorChecker")
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::thread);

  /** Those that may have to be forced, the oldest first. */
  private final Queue<Task> open = new ArrayDeque<>();

  private long done;

  private Closer(int least) {
    this.least = least;
  }

  /** A closer that has a thread, whatever others keep. */
  public static Closer ofDrain() {
    return new Closer(1);
  }

  /** A closer that does without a thread where others keep all. */
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

  private static final class Task implements Runnable {
    private final Closing closing;
    private final long since = System.nanoTime();
    private volatile boolean done;

    Task(Closing closing) {
      this.closing = closing;
    }

    @Override
    public void run() {
      try {
        closing.run();
      } finally {
        done = true;
      }
    }

    void force() {
      try {
        closing.force();
      } catch (Throwable failure) {
        Log.log(Level.WARNING, "a closing could not be forced", failure);
      }
    }
  }

  /** Does something soon that may block, and returns at once. */
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

  /** Forces what takes long, and makes another thread if those that are there do not get on. */
  public void look() {
    force(GRACE_NANOS);
    long now = threads.getCompletedTaskCount();
    if (now == done && !threads.getQueue().isEmpty()) {
      grow();
    }
    done = now;
  }

  private void force(long afterNanos) {
    long now = System.nanoTime();
    Task first = open.peek();
    while (first != null && (first.done || now - first.since >= afterNanos)) {
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
