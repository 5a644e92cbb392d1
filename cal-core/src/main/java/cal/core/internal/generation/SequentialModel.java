package cal.core.internal.generation;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import java.util.List;

/** The model {@code sequential}: captured calls proceed in their caller, as if unwoven. */
public final class SequentialModel implements ConcurrencyModel {
  /** Lets all calls of a stage proceed; starts nothing. */
  static final ActivityScheduler IN_PLACE =
      new ActivityScheduler() {
        @Override
        public void start(CapturedActivity activity) {
          throw new IllegalStateException("a sequential stage starts nothing: " + activity);
        }

        @Override
        public List<CapturedActivity> close() {
          return List.of();
        }
      };

  /** For {@link java.util.ServiceLoader}. */
  public SequentialModel() {}

  @Override
  public String name() {
    return SEQUENTIAL;
  }

  @Override
  public String whenToChoose() {
    return "to debug: one client after the other, as without CAL";
  }

  @Override
  public boolean hasOwnThreads(Stage stage) {
    return false;
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return IN_PLACE;
  }
}
