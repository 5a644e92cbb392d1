package cal.jcsp;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Pool;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import java.util.List;

/**
 * The model {@code jcsp-pool}: a fixed number of worker processes behind a buffered channel of
 * activities. A worker in a read of a socket serves nobody else, so a pool serves as many silent
 * connections as workers (CAL paper, sections 3.3 and 4.1).
 */
public final class JcspPoolModel implements ConcurrencyModel {
  /** The name of this model in settings. */
  public static final String NAME = "jcsp-pool";

  /** How many worker processes a pool has; 100 in the paper. */
  public static final Setting<Integer> SIZE =
      Setting.number(
          NAME + ".size", 100, 1, 100_000, "processes", "worker processes of a stage's pool");

  /** For {@link java.util.ServiceLoader}. */
  public JcspPoolModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "the same, in a bounded number of processes";
  }

  @Override
  public List<Setting<?>> sizes() {
    return List.of(SIZE);
  }

  @Override
  public boolean hasOwnThreads(Stage stage) {
    return stage.setting(JcspModel.THREADS) == ProcessThreads.PLATFORM;
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new ProcessPool(stage, Pool.Settings.of(stage, SIZE), new Processes(stage));
  }
}
