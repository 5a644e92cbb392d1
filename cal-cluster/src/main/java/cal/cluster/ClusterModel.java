package cal.cluster;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import java.time.Duration;
import java.util.List;

/**
 * The model {@code cluster}: a handed-off call is made on another machine, by a member of a
 * Hazelcast cluster, while the caller waits. Stages that spawn cannot have this model.
 */
public final class ClusterModel implements ConcurrencyModel {
  /** The name of this model in settings. */
  public static final String NAME = "cluster";

  /** For {@link java.util.ServiceLoader}. */
  public ClusterModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "hand-offs that compute more than one machine can";
  }

  @Override
  public List<Setting<?>> settings() {
    return ClusterSettings.all();
  }

  @Override
  public List<Setting<?>> sizes() {
    return List.of(ClusterSettings.LIMIT, ClusterSettings.LOCAL_SHARE);
  }

  @Override
  public boolean spawns() {
    return false;
  }

  @Override
  public boolean hasOwnThreads(Stage stage) {
    return false;
  }

  @Override
  public Setting<Duration> patience() {
    return ClusterSettings.TIMEOUT;
  }

  @Override
  public void requireRuns(HandOffs handOffs) {
    Travel.require(handOffs);
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new ClusterScheduler(stage, Node.isThisProcess() ? null : Members.of(stage));
  }
}
