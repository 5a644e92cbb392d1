package cal.core.internal.region;

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

  /**
   * Makes a choice of policies.
   *
   * @throws ConfigurationException if two policies have the same name
   */
  Policies(Iterable<SynchronizationPolicy> policies) {
    for (SynchronizationPolicy policy : policies) {
      SynchronizationPolicy other = byName.putIfAbsent(policy.name(), policy);
      if (other != null || policy.name().equals(SynchronizationPolicy.MONITOR)) {
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

  Set<String> names() {
    Set<String> names = new TreeSet<>(byName.keySet());
    names.add(SynchronizationPolicy.MONITOR);
    return names;
  }

  /**
   * The policy of a name.
   *
   * @return empty for {@code monitor}
   * @throws ConfigurationException if there is none
   */
  public Optional<SynchronizationPolicy> named(String name, String origin) {
    if (name.equals(SynchronizationPolicy.MONITOR)) {
      return Optional.empty();
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
