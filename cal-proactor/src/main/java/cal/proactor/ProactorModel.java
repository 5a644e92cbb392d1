package cal.proactor;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import cal.reactive.ReactiveScheduler;
import cal.reactive.Transport;
import java.util.List;
import java.util.Optional;

/**
 * The model {@code proactor}: event loops whose connections have operations in flight. Stateless.
 */
public final class ProactorModel implements ConcurrencyModel {
  /** The name that selects this model. */
  public static final String NAME = "proactor";

  static final Setting<String> PROVIDER =
      new Setting<>(
          "proactor.provider",
          "auto, io_uring, select",
          "auto",
          "the provider of asynchronous operations: io_uring needs Linux 6.1 and native access,"
              + " select emulates them over cal.reactive.transport everywhere, and auto is io_uring"
              + " where that can be had",
          ProactorModel::provider,
          Setting.Scope.RUNTIME);

  static final Setting<Integer> LOOPS =
      Setting.number(
              "proactor.loops",
              1,
              1,
              1024,
              "event loops",
              "event loops that start operations and wait for their ends, each a platform thread")
          .in(Setting.Scope.RUNTIME);

  private static final String RING = "io_uring";
  private static final String SELECT = "select";

  /** For {@link java.util.ServiceLoader}. */
  public ProactorModel() {}

  private static String provider(String text) {
    if (!List.of(AioConfig.AUTO, RING, SELECT).contains(text)) {
      throw new IllegalArgumentException("unknown");
    }
    return text;
  }

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
    return List.of(PROVIDER, LOOPS);
  }

  @Override
  public boolean eventLoop() {
    return true;
  }

  /**
   * Opens a scheduler for a stage.
   *
   * @throws ConfigurationException if the provider that was chosen cannot be had
   */
  @Override
  public ActivityScheduler open(Stage stage) {
    String chosen = stage.setting(PROVIDER);
    Optional<String> missing = chosen.equals(SELECT) ? Optional.empty() : Transport.missingRing();
    if (chosen.equals(RING) && missing.isPresent()) {
      throw new ConfigurationException(
          "cal.proactor.provider=io_uring cannot be had here: %s; or give auto or select"
              .formatted(missing.get()));
    }
    boolean ring = !chosen.equals(SELECT) && missing.isEmpty();
    String why = missing.map(reason -> ", since " + reason).orElse("");
    return ReactiveScheduler.open(
        stage,
        NAME,
        () -> stage.setting(LOOPS),
        ring,
        loops -> ring ? loops : loops.replaceFirst(NAME, NAME + " by select") + why);
  }
}
