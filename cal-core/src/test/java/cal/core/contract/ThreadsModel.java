package cal.core.contract;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import java.util.List;

/**
 * A daemon thread for each activity: what the servers of the tests run on, in JVMs of their own.
 */
public class ThreadsModel implements ConcurrencyModel {
  /** On platform threads. */
  public static final String PLATFORM = "test-thread";

  /** On virtual threads. */
  public static final String VIRTUAL = "test-virtual";

  /** For the service loader. */
  public ThreadsModel() {}

  /** The same on virtual threads. */
  public static final class OfVirtual extends ThreadsModel {
    /** For the service loader. */
    public OfVirtual() {}

    @Override
    public String name() {
      return VIRTUAL;
    }

    @Override
    Thread.Builder builder() {
      return Thread.ofVirtual();
    }
  }

  @Override
  public String name() {
    return PLATFORM;
  }

  @Override
  public String whenToChoose() {
    return "in tests";
  }

  Thread.Builder builder() {
    return Thread.ofPlatform().daemon();
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new ActivityScheduler() {
      @Override
      public void start(CapturedActivity activity) {
        builder().name(stage.nextThreadName()).start(new Task(stage, activity));
      }

      @Override
      public List<CapturedActivity> close() {
        return List.of();
      }
    };
  }
}
