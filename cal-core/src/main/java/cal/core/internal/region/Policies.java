package cal.core.internal.region;

import cal.core.internal.lock.LockPolicies;
import cal.core.internal.settings.Distribution;
import cal.core.internal.support.Nearest;
import cal.core.spi.ConfigurationException;
import cal.core.spi.SynchronizationPolicy;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The synchronization policies on the class path, by name. Immutable. */
public final class Policies {
  private final Map<String, SynchronizationPolicy> byName = new TreeMap<>();
  private final LockPolicies locks = new LockPolicies();

  /**
   * Makes a choice of policies.
   *
   * @throws ConfigurationException if two policies have the same name
   */
  Policies(Iterable<SynchronizationPolicy> policies) {
    for (SynchronizationPolicy policy : policies) {
      SynchronizationPolicy other = byName.putIfAbsent(policy.name(), policy);
      if (other != null || isBuiltIn(policy.name())) {
        throw new ConfigurationException(
            "two synchronization policies are called "
                + policy.name()
                + ": "
                + (other == null ? "the one that is built in" : other.getClass().getName())
                + " and "
                + policy.getClass().getName()
                + "; keep one of them on the class path");
      }
    }
  }

  /** The policies of a class loader. */
  public static Policies of(ClassLoader loader) {
    return new Policies(ServiceLoader.load(SynchronizationPolicy.class, loader));
  }

  private static boolean isBuiltIn(String name) {
    return name.equals(SynchronizationPolicy.MONITOR) || LockPolicies.names().contains(name);
  }

  Set<String> names() {
    Set<String> names = new TreeSet<>(byName.keySet());
    names.add(SynchronizationPolicy.MONITOR);
    names.addAll(LockPolicies.names());
    return names;
  }

  /**
   * The policy of a choice.
   *
   * @return empty for {@code monitor}
   * @throws ConfigurationException if there is none
   */
  public Optional<SynchronizationPolicy> of(PolicyChoice choice) {
    return named(choice.policy(), choice.origin(), choice.permits());
  }

  /**
   * The policy of a name; one that counts lets in one thread.
   *
   * @return empty for {@code monitor}
   * @throws ConfigurationException if there is none
   */
  public Optional<SynchronizationPolicy> named(String name, String origin) {
    return named(name, origin, 1);
  }

  private Optional<SynchronizationPolicy> named(String name, String origin, int permits) {
    if (name.equals(SynchronizationPolicy.MONITOR)) {
      return Optional.empty();
    }
    if (LockPolicies.names().contains(name)) {
      return Optional.of(locks.named(name, permits));
    }
    SynchronizationPolicy policy = byName.get(name);
    if (policy == null) {
      String artifact = Distribution.artifactOfPolicy(name);
      throw new ConfigurationException(
          "synchronization policy "
              + name
              + " ("
              + origin
              + ") is not on the class path; "
              + (artifact == null
                  ? "did you mean "
                      + Nearest.to(name, names())
                      + "? There are "
                      + String.join(", ", names())
                  : "add org.calaspects:" + artifact + " to it"));
    }
    return Optional.of(policy);
  }
}
