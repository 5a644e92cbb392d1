package cal.core;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** A stage whose activities are what a test of another package has run; here to start them. */
public final class ActivityThreads implements Executor, AutoCloseable {
  private final CalRuntime runtime;
  private final Stage stage;

  /**
   * Opens the stage {@code work} of a runtime of its own.
   *
   * @param settings full keys and values, the model among them
   */
  public ActivityThreads(Map<String, String> settings) {
    runtime = CalRuntime.of(Configuration.of(settings), List.of("work"));
    stage = runtime.open("work");
  }

  /**
   * Runs a body as an activity of one step.
   *
   * @param body what it does; throws nothing
   */
  @Override
  public void execute(Runnable body) {
    stage.spawn(
        Work.of(
            stage,
            () -> {
              body.run();
              return false;
            }));
  }

  /**
   * What makes the sockets of code that the stage's model runs.
   *
   * @return the provider
   */
  public SocketProvider sockets() {
    return stage.sockets().orElseThrow();
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
