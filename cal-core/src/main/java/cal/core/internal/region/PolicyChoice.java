package cal.core.internal.region;

import cal.core.internal.lock.LockPolicies;
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
 * @param permits the threads at a time of a policy that counts; 1 for others
 */
public record PolicyChoice(String regions, String policy, String origin, int permits) {
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
      return of(
          regions,
          configuration.get(CoreSettings.SYNCHRONIZATION, regions),
          configuration.origin(CoreSettings.SYNCHRONIZATION, regions),
          configuration);
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
    return of(regions, pinned, "pinned by its aspect", configuration);
  }

  private static PolicyChoice of(
      String regions, String policy, String origin, Configuration configuration) {
    boolean counts = LockPolicies.counts(policy);
    if (!counts && configuration.isSetFor(CoreSettings.PERMITS, regions)) {
      throw new ConfigurationException(
          Configuration.ownKey(CoreSettings.PERMITS, regions)
              + " is set, and regions "
              + regions
              + " are under "
              + policy
              + " ("
              + origin
              + "), which lets in one thread at a time, or all that read; set "
              + Configuration.ownKey(CoreSettings.SYNCHRONIZATION, regions)
              + "="
              + LockPolicies.COUNTING);
    }
    int permits = counts ? configuration.get(CoreSettings.PERMITS, regions) : 1;
    return new PolicyChoice(regions, policy, origin, permits);
  }

  /** Whether regions of both choices exclude each other. */
  public boolean isAs(PolicyChoice other) {
    return policy.equals(other.policy) && permits == other.permits;
  }

  /** For the line at the start: {@code csp (-Dcal.synchronization)}. */
  public String describe() {
    return policy + (permits > 1 ? " of " + permits : "") + " (" + origin + ")";
  }
}
