package cal.thread;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.CoreSettings;
import cal.core.spi.Stage;
import cal.core.spi.Worker;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;

/**
 * Threads that take activities from one queue, run a step, and put them back behind the others;
 * where no others wait, they go on with the same one, which wakes nobody up.
 *
 * <p>Thread-safe. A thread is made with each of the first activities, then never more. The queue
 * has room for every admitted activity, so a re-queue always fits.
 */
final class ThreadPool implements ActivityScheduler {
  private static final System.Logger LOG = System.getLogger("cal");

  private final Stage stage;
  private final int size;
  private final int capacity;
  private final BlockingQueue<CapturedActivity> queue;
  private final List<Thread> threads;
  private volatile boolean complete;
  private volatile boolean closed;

  ThreadPool(Stage stage, int size) {
    this.stage = stage;
    this.size = size;
    this.capacity = size + stage.setting(CoreSettings.QUEUE_CAPACITY);
    this.queue = new LinkedBlockingQueue<>(capacity);
    this.threads = new ArrayList<>(size); // a thread that is started is noted without fail
  }

  @Override
  public void start(CapturedActivity activity) {
    if (!complete) {
      addThread();
    }
    queue.add(activity);
    if (closed && queue.remove(activity)) {
      throw new RejectedExecutionException("the pool of stage=" + stage.name() + " is closed");
    }
  }

  private synchronized void addThread() {
    if (threads.size() < size && !closed) {
      Thread thread = new Thread(this::work, stage.nextThreadName());
      thread.setDaemon(true);
      try {
        thread.start();
      } catch (OutOfMemoryError e) {
        refuseToGrow(e);
        return;
      }
      threads.add(thread);
    }
    complete = threads.size() == size;
  }

  /** A pool that has threads goes on with those it has. */
  private void refuseToGrow(OutOfMemoryError e) {
    if (threads.isEmpty()) {
      throw e;
    }
    complete = true;
    LOG.log(
        Level.WARNING,
        "stage={0} stays at {1} threads of {2}: no more can be had; lower cal.thread-pool.size",
        stage.name(),
        threads.size(),
        size);
  }

  private void work() {
    try (Worker carrier = stage.attach()) {
      while (!closed) {
        workOnce(carrier);
      }
    }
  }

  /** A thread that dies would not be replaced: whatever happens, it goes on. */
  private void workOnce(Worker carrier) {
    try {
      CapturedActivity activity = next();
      boolean more = activity != null && carrier.run(activity);
      while (more) {
        more = !queuedAgain(carrier, activity) && carrier.run(activity);
      }
    } catch (Throwable broken) {
      say(broken);
    }
  }

  private void say(Throwable broken) {
    try {
      LOG.log(Level.ERROR, "a thread of stage=" + stage.name() + " goes on after", broken);
    } catch (Throwable unsaid) {
      // The thread matters more than the line.
    }
  }

  /**
   * Puts an activity behind the others, if any wait; in a pool just closed, another run ends it.
   * One that cannot be queued stays with this thread, which alone knows it: lost, it would hold its
   * permit for ever.
   */
  private boolean queuedAgain(Worker carrier, CapturedActivity activity) {
    try {
      if (queue.isEmpty()) {
        return false;
      }
      queue.add(activity);
    } catch (Throwable unqueued) {
      return false;
    }
    if (closed && queue.remove(activity)) {
      carrier.run(activity);
    }
    return true;
  }

  /** The next activity, or null after an interrupt: of {@link #close}, or left over by a step. */
  private CapturedActivity next() {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      return null;
    }
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public boolean bounded() {
    return true;
  }

  @Override
  public Collection<CapturedActivity> waiting() {
    return Collections.unmodifiableCollection(queue);
  }

  @Override
  public synchronized List<CapturedActivity> close() {
    closed = true;
    threads.forEach(Thread::interrupt);
    List<CapturedActivity> never = new ArrayList<>();
    queue.drainTo(never);
    return never;
  }
}
