package cal.executor;

import cal.core.spi.CapturedActivity;
import cal.core.spi.Pool;
import cal.core.spi.Stage;
import cal.core.spi.Worker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A {@link ThreadPoolExecutor} with activities as tasks. Thread-safe.
 *
 * <p>A task goes into the executor's queue past {@code execute}, which would first look for another
 * thread, and might find none.
 */
final class ExecutorPool extends Pool {
  private final ThreadPoolExecutor executor;

  ExecutorPool(Stage stage, Settings settings, ThreadFactory threads) {
    super(stage, settings);
    executor =
        new ThreadPoolExecutor(
            size(), size(), 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
  }

  /** Daemon threads, each a worker of the stage for life. */
  static ThreadFactory threads(Stage stage) {
    return work -> {
      Runnable attached =
          () -> {
            try (Worker worker = stage.attach()) {
              work.run();
            }
          };
      return Thread.ofPlatform().daemon().name(stage.nextThreadName()).unstarted(attached);
    };
  }

  /** An activity, once through the executor's queue. */
  private final class Task extends ShortTurn implements Runnable {
    private final CapturedActivity activity;

    Task(CapturedActivity activity) {
      this.activity = activity;
    }

    /** A dead thread might not be replaced, and would be missing for good. */
    @Override
    public void run() {
      try {
        run(stage().worker(), activity);
      } catch (Throwable thrown) {
        goesOnAfter(thrown);
      }
    }
  }

  @Override
  protected void startThread() {
    executor.prestartCoreThread();
  }

  @Override
  protected boolean anyWaits() {
    return !executor.getQueue().isEmpty();
  }

  @Override
  protected boolean put(CapturedActivity activity) {
    Task task = new Task(activity);
    executor.getQueue().add(task);
    return !closed() || !executor.getQueue().remove(task);
  }

  @Override
  public Collection<CapturedActivity> waiting() {
    return activities(executor.getQueue());
  }

  @Override
  public List<CapturedActivity> withdraw() {
    List<Runnable> tasks = new ArrayList<>();
    executor.getQueue().drainTo(tasks);
    return activities(tasks);
  }

  @Override
  protected List<CapturedActivity> stop() {
    return activities(executor.shutdownNow());
  }

  private static List<CapturedActivity> activities(Collection<Runnable> tasks) {
    return tasks.stream().map(task -> ((Task) task).activity).toList();
  }
}
