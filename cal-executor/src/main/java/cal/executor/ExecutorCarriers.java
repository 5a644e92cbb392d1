package cal.executor;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.Stage;
import cal.core.spi.Worker;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Runs a stage's activities as tasks of a {@link ThreadPoolExecutor}: a pool gives one that has
 * more to do back to the executor after a step, behind the others, if any wait. Thread-safe.
 */
final class ExecutorCarriers implements ActivityScheduler {
  private static final System.Logger LOG = System.getLogger("cal");

  private final Stage stage;
  private final ThreadPoolExecutor executor;
  private final int capacity;

  /**
   * Wraps an executor, and owns it from now on.
   *
   * @param capacity activities that fit in; {@link Integer#MAX_VALUE} for an executor without queue
   */
  ExecutorCarriers(Stage stage, ThreadPoolExecutor executor, int capacity) {
    this.stage = stage;
    this.executor = executor;
    this.capacity = capacity;
  }

  /** Daemon threads, each a carrier of the stage for as long as it lives. */
  static ThreadFactory threads(Stage stage) {
    return work -> {
      Runnable carrying =
          () -> {
            try (Worker carrier = stage.attach()) {
              work.run();
            }
          };
      Thread thread = new Thread(carrying, stage.nextThreadName());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** An activity as a task; the same object is queued again for each of its steps. */
  private final class Task implements Runnable {
    private final CapturedActivity activity;

    Task(CapturedActivity activity) {
      this.activity = activity;
    }

    @Override
    public void run() {
      Worker carrier = stage.worker();
      boolean more = carrier.run(activity);
      while (more) {
        more = !queuedAgain(carrier) && carrier.run(activity);
      }
    }

    /**
     * Puts the activity behind the others, if any wait; in an executor just closed, another run
     * ends it. Past {@code execute}, which would first look for another thread, and might find
     * none. One that cannot be queued stays with this thread, which alone knows it: lost, it would
     * hold its permit for ever.
     */
    private boolean queuedAgain(Worker carrier) {
      try {
        if (!bounded() || executor.getQueue().isEmpty()) {
          return false;
        }
        executor.getQueue().add(this);
      } catch (Throwable unqueued) {
        return false;
      }
      if (executor.isShutdown() && executor.getQueue().remove(this)) {
        carrier.run(activity);
      }
      return true;
    }
  }

  @Override
  public void start(CapturedActivity activity) {
    Task task = new Task(activity);
    if (bounded() && executor.getPoolSize() < executor.getCorePoolSize()) {
      startGrowing(task);
    } else {
      executor.execute(task);
    }
  }

  /**
   * A pool that has threads goes on with those it has; one by one, so that their number is true.
   */
  private synchronized void startGrowing(Task task) {
    try {
      executor.execute(task);
    } catch (OutOfMemoryError noThread) {
      int threads = executor.getPoolSize();
      if (threads == 0) {
        throw noThread;
      }
      LOG.log(
          Level.WARNING,
          "stage={0} stays at {1} threads: no more can be had; lower cal.executor-pool.size",
          stage.name(),
          threads);
      executor.setCorePoolSize(threads);
      executor.execute(task);
    }
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public boolean bounded() {
    return capacity != Integer.MAX_VALUE;
  }

  @Override
  public Collection<CapturedActivity> waiting() {
    return activities(executor.getQueue());
  }

  @Override
  public List<CapturedActivity> close() {
    return activities(executor.shutdownNow());
  }

  private static List<CapturedActivity> activities(Collection<Runnable> tasks) {
    List<CapturedActivity> activities = new ArrayList<>();
    for (Runnable task : tasks) {
      activities.add(((Task) task).activity);
    }
    return activities;
  }
}
