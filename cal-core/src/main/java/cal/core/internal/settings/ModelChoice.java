package cal.core.internal.settings;

import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;

/**
 * The model of a stage, and the reason. Immutable.
 *
 * @param model the model's name
 * @param origin the source of the choice, for people
 */
public record ModelChoice(String model, String origin) {
  /** The name for the model that suits the load, whichever. */
  static final String ADAPTIVE = "adaptive";

  /** Whether the model follows the load. */
  public boolean isAdaptive() {
    return model.equals(ADAPTIVE);
  }

  /** The model of the configuration. */
  public static ModelChoice configured(String stage, Configuration configuration) {
    return new ModelChoice(
        configuration.get(CoreSettings.MODEL, stage),
        configuration.origin(CoreSettings.MODEL, stage));
  }

  /**
   * The model of the stage of a binding.
   *
   * @param onlyHandsOff whether the stage spawns nothing: calls gain nothing by another thread of
   *     the same kind
   * @param blocks whether its calls keep their thread, so event loops cannot run the calls
   * @throws ConfigurationException if the stage spawns, and its model runs hand-offs alone
   */
  public static ModelChoice of(
      String stage,
      boolean onlyHandsOff,
      boolean blocks,
      Configuration configuration,
      Models models) {
    ModelChoice configured = configured(stage, configuration);
    if (!onlyHandsOff) {
      requireSpawns(stage, configured, models);
    }
    if (!onlyHandsOff
        || configuration.isSetFor(CoreSettings.MODEL, stage)
        || configured.model().equals(ConcurrencyModel.SEQUENTIAL)) {
      return configured;
    }
    if (blocks && models.named(configured.model(), configured.origin()).eventLoop()) {
      return new ModelChoice(
          models.ofBlockingCalls(), "its calls block, which " + configured.model() + " must not");
    }
    return new ModelChoice(ConcurrencyModel.SEQUENTIAL, "hand-offs run in their caller");
  }

  private static void requireSpawns(String stage, ModelChoice choice, Models models) {
    if (!models.named(choice.model(), choice.origin()).spawns()) {
      throw new ConfigurationException(
          "stage "
              + stage
              + " spawns activities, and model "
              + choice.model()
              + " ("
              + choice.origin()
              + ") runs hand-offs alone; spawned activities own sockets and stay in their process,"
              + " so give cal.stage."
              + stage
              + ".model another model, and "
              + choice.model()
              + " to a stage that only hands off (captureHandOff)");
    }
  }
}
