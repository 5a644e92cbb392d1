package cal.core.contract;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import java.util.List;

/** Runs each activity on a thread that it makes and waits for: a model for tests of the core. */
public record CallingThreadModel(boolean bounded, boolean eventLoop) implements ConcurrencyModel {
  public CallingThreadModel(boolean bounded) {
    this(bounded, false);
  }

  @Override
  public String name() {
    return "calling-thread";
  }

  @Override
  public String whenToChoose() {
    return "in tests";
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new ActivityScheduler() {
      @Override
      public void start(CapturedActivity activity) {
        Thread thread =
            Thread.ofPlatform().name(stage.nextThreadName()).start(new Task(stage, activity));
        boolean interrupted = Thread.interrupted();
        while (thread.isAlive()) {
          try {
            thread.join();
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }

      @Override
      public boolean bounded() {
        return bounded;
      }

      @Override
      public List<CapturedActivity> close() {
        return List.of();
      }
    };
  }
}
