package cal.executor;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import cal.core.spi.VirtualThreads;
import java.util.List;
import java.util.Optional;

/**
 * The model {@code virtual}: a virtual thread for each activity (JEP 444). A thread with its input
 * always there yields after some steps, with the answer sent: activities without waits do not keep
 * others from the few cores.
 */
public final class VirtualModel implements ConcurrencyModel {
  /** The name of this model in settings. */
  public static final String NAME = "virtual";

  /** For {@link java.util.ServiceLoader}. */
  public VirtualModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "thousands of activities that mostly wait; the first to try";
  }

  @Override
  public boolean hasOwnThreads(Stage stage) {
    return false;
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new ThreadEach(stage);
  }

  private static final class ThreadEach implements ActivityScheduler {
    private final Stage stage;
    private final VirtualThreads threads;

    ThreadEach(Stage stage) {
      this.stage = stage;
      this.threads = new VirtualThreads("cal-" + NAME + "-" + stage.name() + "-starter");
    }

    @Override
    public void start(CapturedActivity activity) {
      threads.start(stage.nextThreadName(), new Task(stage, activity));
    }

    @Override
    public Optional<Thread> unstarted(String name, Runnable body) {
      return Optional.of(threads.unstarted(name, body));
    }

    @Override
    public List<CapturedActivity> close() {
      threads.close();
      return List.of();
    }
  }
}
