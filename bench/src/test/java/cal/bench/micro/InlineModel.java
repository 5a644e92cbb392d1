package cal.bench.micro;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import cal.core.spi.Worker;
import java.util.List;

/**
 * Runs activities at once, on the calling thread, with everything that CAL does for an activity.
 * For one thread only; on the class path of the benchmarks alone.
 */
public final class InlineModel implements ConcurrencyModel {
  /** For {@link java.util.ServiceLoader}. */
  public InlineModel() {}

  @Override
  public String name() {
    return "inline";
  }

  @Override
  public String whenToChoose() {
    return "never: it measures";
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new Inline(stage);
  }

  private static final class Inline implements ActivityScheduler {
    private final Stage stage;
    private Worker carrier;

    Inline(Stage stage) {
      this.stage = stage;
    }

    @Override
    public void start(CapturedActivity activity) {
      if (carrier == null) {
        carrier = stage.attach();
      }
      boolean more = carrier.run(activity);
      while (more) {
        more = carrier.run(activity);
      }
    }

    @Override
    public List<CapturedActivity> close() {
      return List.of();
    }
  }
}
