package cal.executor;

import cal.core.CapturedActivity;
import cal.core.Carrier;
import cal.core.Carriers;
import cal.core.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Runs a stage's activities as tasks of a {@link ThreadPoolExecutor}: a pool gives each step that
 * has more to do back to the executor, behind the others. Thread-safe.
 */
final class ExecutorCarriers implements Carriers {
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
            try (Carrier carrier = stage.attach()) {
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
      Carrier carrier = stage.carrier();
      boolean more = carrier.run(activity);
      if (bounded()) {
        if (more) {
          requeue(carrier);
        }
        return;
      }
      while (more) {
        more = carrier.run(activity);
      }
    }

    /** Puts the activity behind the others; in an executor just closed, another run ends it. */
    private void requeue(Carrier carrier) {
      try {
        executor.execute(this);
      } catch (RejectedExecutionException closed) {
        carrier.run(activity);
      }
    }
  }

  @Override
  public void start(CapturedActivity activity) {
    executor.execute(new Task(activity));
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
