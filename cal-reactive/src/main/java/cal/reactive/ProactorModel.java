package cal.reactive;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import java.util.List;

/**
 * The model {@code proactor}: event loops with operations of io_uring in flight, if the kernel has
 * io_uring.
 */
public final class ProactorModel implements ConcurrencyModel {
  /** The name of this model in settings. */
  public static final String NAME = "proactor";

  static final Setting<Integer> LOOPS =
      Setting.number(
              "proactor.loops",
              1,
              1,
              1024,
              "event loops",
              "event loops that start operations and wait for their ends, each a platform thread")
          .in(Setting.Scope.RUNTIME);

  /** For {@link java.util.ServiceLoader}. */
  public ProactorModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "as reactive, where the kernel has io_uring";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(LOOPS);
  }

  @Override
  public boolean eventLoop() {
    return true;
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return ReactiveScheduler.open(stage, NAME, () -> stage.setting(LOOPS), true);
  }
}
