package cal.reactive.internal.step;

import cal.core.spi.CapturedActivity;
import cal.core.spi.Stage;
import cal.core.spi.Turn;
import cal.core.spi.Worker;
import cal.reactive.internal.loop.Loop;

/**
 * The work of an activity's thread under the JDK's scheduler: from the first step to the last, on
 * sockets of its loops. For this thread.
 */
public final class JdkTask extends Turn implements Runnable {
  private final Stage stage;
  private final CapturedActivity activity;
  private final Loop placedOn;

  private JdkTask(Stage stage, CapturedActivity activity, Loop placedOn) {
    this.stage = stage;
    this.activity = activity;
    this.placedOn = placedOn;
  }

  /** Starts an activity, counted by a loop until the end. */
  public static void start(Stage stage, CapturedActivity activity, Loop placedOn) {
    Thread thread =
        Thread.ofVirtual()
            .name(stage.nextThreadName())
            .unstarted(new JdkTask(stage, activity, placedOn));
    placedOn.activities().incrementAndGet();
    try {
      thread.start();
    } catch (Throwable notStarted) {
      placedOn.activities().decrementAndGet();
      throw notStarted;
    }
  }

  @Override
  public void run() {
    try (Worker worker = stage.attach()) {
      run(worker, activity);
    } catch (Throwable broken) {
      activity.giveUp(broken);
    } finally {
      placedOn.activities().decrementAndGet();
    }
  }
}
