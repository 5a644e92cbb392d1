package cal.core.internal.stage;

import cal.core.spi.CoreSettings;
import cal.core.spi.MaxInFlight;
import cal.core.spi.Stage;
import cal.core.spi.WhenFull;
import java.time.Duration;

/**
 * The settings of a stage, whatever its model. Immutable.
 *
 * @param maxInFlight activities, where the model has room for as many, and whether a lower limit is
 *     found
 * @param whenFull what becomes of those that find no place
 * @param queueDeadline nanoseconds that they may wait before they begin; 0 for ever
 * @param idleTimeout nanoseconds that they may wait for a request; 0 for ever
 * @param shutdownTimeout how long they may go on in a drain
 */
record StageSettings(
    MaxInFlight maxInFlight,
    WhenFull whenFull,
    long queueDeadline,
    long idleTimeout,
    Duration shutdownTimeout) {
  static StageSettings of(Stage stage) {
    return new StageSettings(
        stage.setting(CoreSettings.MAX_IN_FLIGHT),
        stage.setting(CoreSettings.WHEN_FULL),
        stage.setting(CoreSettings.QUEUE_DEADLINE).toNanos(),
        stage.setting(CoreSettings.IDLE_TIMEOUT).toNanos(),
        stage.setting(CoreSettings.SHUTDOWN_TIMEOUT));
  }
}
