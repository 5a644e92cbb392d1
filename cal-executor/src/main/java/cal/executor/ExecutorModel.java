package cal.executor;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The model {@code executor}: a task for each activity, on a thread of its own that later tasks use
 * again; an idle thread goes after a minute.
 */
public final class ExecutorModel implements ConcurrencyModel {
  /** The name that selects this model. */
  public static final String NAME = "executor";

  private static final long IDLE_SECONDS = 60;

  /** For {@link java.util.ServiceLoader}. */
  public ExecutorModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "many short activities in bursts: threads are used again, their number is not bounded";
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            ExecutorCarriers.threads(stage));
    return new ExecutorCarriers(stage, executor, Integer.MAX_VALUE);
  }
}
