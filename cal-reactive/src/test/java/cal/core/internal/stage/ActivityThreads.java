package cal.core.internal.stage;

import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.spi.SocketProvider;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** A stage whose activities are what a test of another package has run; here to start them. */
public final class ActivityThreads implements Executor, AutoCloseable {
  private final Engine runtime;
  private final OpenStage stage;

  /**
   * Opens the stage {@code work} of a runtime of its own.
   *
   * @param settings full keys and values, the model among them
   */
  public ActivityThreads(Map<String, String> settings) {
    runtime = Engine.of(Configuration.of(settings), List.of("work"));
    stage = runtime.open("work");
  }

  /**
   * Runs a body as an activity of one step.
   *
   * @param body what it does; throws nothing
   */
  @Override
  public void execute(Runnable body) {
    Work.spawn(
        stage,
        () -> {
          body.run();
          return false;
        });
  }

  /**
   * Runs steps as an activity.
   *
   * @param step says whether there is more to do; throws nothing
   */
  public void repeat(BooleanSupplier step) {
    Work.spawn(stage, step::getAsBoolean);
  }

  /**
   * The maker of the sockets of code that the stage's model runs.
   *
   * @return the provider
   */
  public SocketProvider sockets() {
    return stage.sockets().orElseThrow();
  }

  /**
   * The input kept that nobody has asked for yet.
   *
   * @return one entry a reader
   */
  public List<ReadAheadStatus> readAhead() {
    return runtime.getReadAhead();
  }

  /** Shuts the runtime down: all activities must have ended by then. */
  @Override
  public void close() {
    List<String> stopped = runtime.shutdown();
    if (!stopped.isEmpty()) {
      throw new AssertionError("activities that had to be stopped: " + stopped);
    }
  }
}
