package cal.core.internal.start;

import cal.core.internal.region.Policies;
import cal.core.internal.region.PolicyChoice;
import cal.core.internal.region.Regions;
import cal.core.internal.settings.Configuration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How the critical regions of each aspect exclude each other. Thread-safe. */
final class RegionChoices {
  /** By the class names of aspects. */
  private final Map<String, PolicyChoice> choices = new ConcurrentHashMap<>();

  /** Guarded by this: the single instance of each policy. */
  private Policies policies;

  /** The regions of an aspect, at its instantiation. */
  Regions of(Class<?> aspect, String pinned, Configuration configuration) {
    PolicyChoice choice = PolicyChoice.of(aspect.getName(), pinned, configuration);
    choices.put(aspect.getName(), choice);
    return new Regions(
        aspect.getName(),
        policies(aspect.getClassLoader()).named(choice.policy(), choice.origin()).orElse(null));
  }

  synchronized Policies policies(ClassLoader loader) {
    if (policies == null) {
      policies = Policies.of(loader);
    }
    return policies;
  }

  /** The choices so far: a view. */
  Map<String, PolicyChoice> byAspect() {
    return Collections.unmodifiableMap(choices);
  }
}
