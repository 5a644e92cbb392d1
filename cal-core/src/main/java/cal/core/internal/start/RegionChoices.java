package cal.core.internal.start;

import cal.core.internal.lock.LockPolicies;
import cal.core.internal.record.Captures;
import cal.core.internal.region.Policies;
import cal.core.internal.region.PolicyChoice;
import cal.core.internal.region.Regions;
import cal.core.internal.region.Stripes;
import cal.core.internal.settings.Configuration;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import cal.core.spi.SynchronizationPolicy;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** How the critical regions of each aspect exclude each other. Thread-safe. */
final class RegionChoices {
  /** By the class names of aspects. */
  private final Map<String, PolicyChoice> choices = new ConcurrentHashMap<>();

  /** Guarded by this: the single instance of each policy. */
  private Policies policies;

  /** The regions of an aspect, at its instantiation. */
  Regions of(Class<?> aspect, String pinned, Captures captures, Configuration configuration) {
    PolicyChoice choice = PolicyChoice.of(aspect.getName(), pinned, configuration);
    choices.put(aspect.getName(), choice);
    captures.monitors(aspect.getName()).ifPresent(policy -> requireAsWoven(choice, policy));
    requireReaders(aspect.getName(), choice, captures, configuration);
    return new Regions(
        aspect.getName(),
        policies(aspect.getClassLoader()).of(choice).orElse(null),
        captures.member(aspect.getName(), "key").isPresent()
            ? new Stripes()
            : captures
                .member(aspect.getName(), "guard")
                .map(member -> guard(member, aspect.getClassLoader()))
                .orElse(null));
  }

  /** A policy for readers is of no use without them, and one that reads twice needs the proof. */
  private static void requireReaders(
      String aspect, PolicyChoice choice, Captures captures, Configuration configuration) {
    if (!LockPolicies.reads(choice.policy())) {
      return;
    }
    String sentence = "regions " + choice.regions() + " are under " + choice.describe();
    if (!captures.reads(aspect)
        && configuration.isSetFor(CoreSettings.SYNCHRONIZATION, choice.regions())) {
      throw new ConfigurationException(
          sentence
              + ", and none of their methods is known to only read; name such methods in reads: of"
              + " cal.yaml (criticalSharedRegion of the aspect), or choose lock");
    }
    captures
        .member(aspect, "effect")
        .filter(effect -> choice.policy().equals(LockPolicies.OPTIMISTIC))
        .ifPresent(
            effect -> {
              throw new ConfigurationException(
                  sentence
                      + ", which may run a method of reads: twice, and "
                      + effect
                      + "; choose shared, or leave the method to methods:");
            });
  }

  /** The classes have monitors, or calls of a policy, since the weaving. */
  private static void requireAsWoven(PolicyChoice now, String woven) {
    if (SynchronizationPolicy.MONITOR.equals(now.policy())
        != SynchronizationPolicy.MONITOR.equals(woven)) {
      throw new ConfigurationException(
          "regions "
              + now.regions()
              + " (monitors: in cal.yaml) are woven for synchronization="
              + woven
              + ", and now it is "
              + now.describe()
              + "; start with "
              + woven
              + ", or set "
              + now.policy()
              + " in cal.yaml (settings:) and weave again");
    }
  }

  private static UnaryOperator<Object> guard(String member, ClassLoader loader) {
    MemberChain chain = MemberChain.of(member, loader);
    return bound -> {
      Object guard = chain.from(bound);
      if (guard == null) {
        throw new IllegalStateException(
            member.replace('#', '.')
                + " guards a region, and is null; set it before the region is entered");
      }
      return guard;
    };
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
