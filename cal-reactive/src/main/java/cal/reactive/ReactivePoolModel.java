package cal.reactive;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import java.util.List;

/** The model {@code reactive-pool}: several event loops, connections placed by load. */
public final class ReactivePoolModel implements ConcurrencyModel {
  /** The name of this model in settings. */
  public static final String NAME = "reactive-pool";

  /** For {@link java.util.ServiceLoader}. */
  public ReactivePoolModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "the same on several cores";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(ReactiveSettings.LOOPS);
  }

  @Override
  public boolean eventLoop() {
    return true;
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return ReactiveScheduler.open(stage, NAME, () -> stage.setting(ReactiveSettings.LOOPS), false);
  }
}
