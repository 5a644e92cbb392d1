package cal.reactive;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import java.util.List;

/** The model {@code reactive}: a single event loop, for all stages. */
public final class ReactiveModel implements ConcurrencyModel {
  /** The name of this model in settings. */
  public static final String NAME = "reactive";

  /** For {@link java.util.ServiceLoader}. */
  public ReactiveModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "thousands of connections on one core, small requests that do not compute for long";
  }

  @Override
  public List<Setting<?>> settings() {
    return ReactiveSettings.ofEveryLoop();
  }

  @Override
  public boolean eventLoop() {
    return true;
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return ReactiveScheduler.open(stage, NAME, () -> 1, false);
  }
}
