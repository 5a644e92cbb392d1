package cal.executor;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The model {@code executor}: a task for each activity, on a thread of its own; later tasks use the
 * thread again, and an idle thread goes after a minute.
 */
public final class ExecutorModel implements ConcurrencyModel {
  /** The name of this model in settings. */
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
    return "bursts of short activities; threads are used again, without a bound";
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new Tasks(
        stage,
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> Thread.ofPlatform().daemon().name(stage.nextThreadName()).unstarted(work)));
  }

  private record Tasks(Stage stage, ExecutorService executor) implements ActivityScheduler {
    @Override
    public void start(CapturedActivity activity) {
      executor.execute(new Task(stage, activity));
    }

    /** Nothing waits for a thread. */
    @Override
    public List<CapturedActivity> close() {
      executor.shutdownNow();
      return List.of();
    }
  }
}
