package cal.core.internal.region;

import cal.core.internal.settings.AspectNames;
import cal.core.internal.settings.Configuration;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;

/**
 * The synchronization policy of an aspect of critical regions, and the reason. Immutable.
 *
 * @param regions the name of the aspect in settings, for example {@code totals}
 * @param policy the policy's name
 * @param origin the source of the choice, for people
 */
public record PolicyChoice(String regions, String policy, String origin) {
  /**
   * The policy of an aspect.
   *
   * @param aspect the class name
   * @param pinned the pinned policy; null to leave the choice to the configuration
   * @throws ConfigurationException if both name a policy for this aspect
   */
  public static PolicyChoice of(String aspect, String pinned, Configuration configuration) {
    String regions = AspectNames.regions(aspect);
    if (pinned == null) {
      return new PolicyChoice(
          regions,
          configuration.get(CoreSettings.SYNCHRONIZATION, regions),
          configuration.origin(CoreSettings.SYNCHRONIZATION, regions));
    }
    if (configuration.isSetFor(CoreSettings.SYNCHRONIZATION, regions)) {
      throw new ConfigurationException(
          Configuration.ownKey(CoreSettings.SYNCHRONIZATION, regions)
              + " is set, but "
              + aspect
              + " pins its regions to "
              + pinned
              + "; remove the setting or the aspect's policy()");
    }
    return new PolicyChoice(regions, pinned, "pinned by its aspect");
  }

  /** For the line at the start: {@code csp (-Dcal.synchronization)}. */
  public String describe() {
    return policy + " (" + origin + ")";
  }
}
