package cal.thread;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import java.util.List;
import java.util.Optional;

/** The model {@code thread}: a platform thread for each activity, from start to end. */
public final class ThreadModel implements ConcurrencyModel {
  /** The name of this model in settings. */
  public static final String NAME = "thread";

  /** For {@link java.util.ServiceLoader}. */
  public ThreadModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "few, long, blocking activities";
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new Threads(stage);
  }

  private record Threads(Stage stage) implements ActivityScheduler {
    @Override
    public void start(CapturedActivity activity) {
      Thread.ofPlatform().daemon().name(stage.nextThreadName()).start(new Task(stage, activity));
    }

    @Override
    public Optional<Thread> unstarted(String name, Runnable body) {
      return Optional.of(Thread.ofPlatform().daemon().name(name).unstarted(body));
    }

    @Override
    public List<CapturedActivity> close() {
      return List.of();
    }
  }
}
