package cal.core.internal.generation;

import cal.core.internal.settings.Configuration;
import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import cal.core.spi.WhenFull;
import java.time.Duration;

/**
 * The settings of a stage, whatever its model. Immutable.
 *
 * @param maxInFlight the most activities in flight, where the model has room
 * @param refusesLate whether late connections are refused during a standing queue
 * @param whenFull the policy of a full stage
 * @param queueDeadline nanoseconds of a wait before the begin; 0 for ever
 * @param patience nanoseconds of a hand-off's wait for a place; 0 for ever
 * @param idleTimeout nanoseconds of a wait for a request; 0 for ever
 * @param shutdownTimeout the time for activities in a drain
 */
public record StageSettings(
    int maxInFlight,
    boolean refusesLate,
    WhenFull whenFull,
    long queueDeadline,
    long patience,
    long idleTimeout,
    Duration shutdownTimeout) {
  /** May be in flight where nobody says how many. */
  private static final int MANY = 16_384;

  /**
   * The settings of a stage.
   *
   * @param choice has the settings
   * @param stage its name
   */
  public static StageSettings of(StageChoice choice, String stage) {
    Configuration settings = choice.configuration();
    Setting<Duration> patience = choice.model().patience();
    int most = settings.get(CoreSettings.MAX_IN_FLIGHT, stage);
    return new StageSettings(
        most == 0 ? MANY : most,
        most == 0,
        settings.get(CoreSettings.WHEN_FULL, stage),
        settings.get(CoreSettings.QUEUE_DEADLINE, stage).toNanos(),
        patience == null ? 0 : settings.get(patience, stage).toNanos(),
        settings.get(CoreSettings.IDLE_TIMEOUT, stage).toNanos(),
        settings.get(CoreSettings.SHUTDOWN_TIMEOUT, stage));
  }
}
