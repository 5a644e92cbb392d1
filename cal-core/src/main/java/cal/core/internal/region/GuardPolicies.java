package cal.core.internal.region;

import cal.core.internal.support.Describer;
import cal.core.internal.support.RecentIdentityMap;

/**
 * The policy of each guard's first entry: two policies would not exclude each other. Asked only in
 * a process that has several policies. Thread-safe; keeps no guard alive.
 */
public final class GuardPolicies {
  private static final RecentIdentityMap<Regions> FIRST = new RecentIdentityMap<>();

  private GuardPolicies() {}

  /**
   * Notes the policy of a guard.
   *
   * @throws IllegalStateException if the guard was entered through another policy
   */
  static void requireOne(Object guard, Regions regions) {
    Regions first = FIRST.get(guard, () -> regions);
    if (first.policy() != regions.policy()) {
      throw new IllegalStateException(
          "guard "
              + Describer.identity(guard)
              + " is entered through two policies, "
              + first.policyName()
              + " ("
              + first.name()
              + ") and "
              + regions.policyName()
              + " ("
              + regions.name()
              + "), which do not exclude each other; give both aspects the same");
    }
  }
}
