package cal.core;

import cal.core.internal.activity.StagedActivity.Life;
import cal.core.internal.engine.Drain;
import cal.core.internal.engine.Engine;
import cal.core.internal.report.ActivityFailedEvent;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.AdoptedActivity;
import cal.core.internal.stage.Adoption;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * An executor whose tasks are activities of a stage, of one step each, under the stage's model. A
 * task has the context class loader of the executor's maker. An exception of a task reaches the
 * runtime's {@link FailureHandler}. Thread-safe.
 */
public final class StageExecutor implements Executor, AutoCloseable {
  private final OpenStage stage;
  private final Adoption adoption;
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

  private StageExecutor(OpenStage stage) {
    this.stage = stage;
    this.adoption = Adoption.ofTasks(stage);
  }

  static StageExecutor open(Engine engine, String name) {
    return new StageExecutor(engine.open(name, now -> choice(name, now, engine.models())));
  }

  /** The rule of the stage's model, at the start and at each change. */
  private static ModelChoice choice(String stage, Configuration configuration, Models models) {
    ModelChoice choice = ModelChoice.of(stage, false, false, configuration, models);
    if (choice.model().equals(ConcurrencyModel.SEQUENTIAL)) {
      throw new ConfigurationException(
          "stage %s runs the tasks of an executor, which model sequential (%s) would run in their"
                  .formatted(stage, choice.origin())
              + " caller; give cal.stage."
              + stage
              + ".model another model");
    }
    return choice;
  }

  /**
   * Runs a task under the model. A full stage waits, refuses or runs the task here, by {@code
   * when-full}.
   *
   * @param task the task
   * @throws RejectedExecutionException if the stage refuses the task
   */
  @Override
  public void execute(Runnable task) {
    adoption.start(new Task(adoption, task, loader));
  }

  /**
   * Refuses further tasks, and waits for admitted tasks until the {@code shutdown-timeout} of the
   * stage. The remaining tasks are interrupted then. Idempotent.
   *
   * @return the interrupted tasks, with their threads
   */
  public List<String> drain() {
    stage.drain();
    return Drain.run(List.of(stage), task -> true, stage::busy, OpenStage::shutdownTimeout);
  }

  /** The same as {@link #drain}. */
  @Override
  public void close() {
    drain();
  }

  private static final class Task extends AdoptedActivity {
    private final Runnable task;
    private final ClassLoader loader;

    Task(Adoption adoption, Runnable task, ClassLoader loader) {
      super(adoption, null, task, Life.AWAITED);
      this.task = task;
      this.loader = loader;
    }

    @Override
    protected void run() {
      Thread worker = Thread.currentThread();
      ClassLoader before = worker.getContextClassLoader();
      worker.setContextClassLoader(loader);
      try {
        task.run();
      } finally {
        worker.setContextClassLoader(before);
      }
    }

    /** A waiter for the result goes on. */
    @Override
    protected void notRun() {
      if (task instanceof Future<?> result) {
        result.cancel(false);
      }
    }

    /** A worker of a pool may have been interrupted for the task before. */
    @Override
    public boolean ownsInterrupts() {
      return false;
    }

    /** Unlike a thread, a task has no handler of its own. */
    @Override
    public void report(Throwable failure) {
      if (cutShort() || !begun()) {
        super.report(failure);
      } else {
        Throwable seen = ActivityFailedEvent.tell(this, failure);
        stage().failures().failed(this, seen, stage().log());
      }
    }
  }
}
