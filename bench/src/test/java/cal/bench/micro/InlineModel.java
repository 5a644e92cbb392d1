package cal.bench.micro;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import cal.core.spi.Turn;
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
    private final Turn turn = new Turn();
    private Worker worker;

    Inline(Stage stage) {
      this.stage = stage;
    }

    @Override
    public void start(CapturedActivity activity) {
      if (worker == null) {
        worker = stage.attach();
      }
      turn.run(worker, activity);
    }

    @Override
    public List<CapturedActivity> close() {
      return List.of();
    }
  }
}
