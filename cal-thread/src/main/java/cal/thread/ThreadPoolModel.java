package cal.thread;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Pool;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import java.util.List;

/**
 * The model {@code thread-pool}: a fixed number of threads on a bounded queue of activities. A
 * thread in a read serves nobody else, so a pool serves as many silent connections as threads (CAL
 * paper, sections 3.3 and 4.1).
 */
public final class ThreadPoolModel implements ConcurrencyModel {
  /** The name of this model in settings. */
  public static final String NAME = "thread-pool";

  /** How many threads a pool has; 100 in the paper. */
  public static final Setting<Integer> SIZE =
      Setting.number(NAME + ".size", 100, 1, 100_000, "threads", "threads of a stage's pool");

  /** For {@link java.util.ServiceLoader}. */
  public ThreadPoolModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "short or busy activities on a bounded number of threads";
  }

  @Override
  public List<Setting<?>> sizes() {
    return List.of(SIZE);
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new ThreadPool(stage, Pool.Settings.of(stage, SIZE));
  }
}
