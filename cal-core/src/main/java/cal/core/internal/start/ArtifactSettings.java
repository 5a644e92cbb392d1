package cal.core.internal.start;

import cal.core.internal.record.Captures;
import cal.core.internal.region.Policies;
import cal.core.internal.settings.AspectNames;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.Distribution;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import java.util.Collection;
import java.util.List;

/**
 * The settings of an artifact, checked before any start: {@code java
 * cal.core.internal.start.ArtifactSettings ORIGIN}, with the woven classes on the class path. The
 * models and policies of this distribution may come at the start, and their settings then.
 * Stateless.
 */
public final class ArtifactSettings {
  private ArtifactSettings() {}

  /**
   * Checks {@code cal.properties}. Exit status 2 and a sentence about the first mistake.
   *
   * @param arguments the origin of the settings, for people
   */
  public static void main(String[] arguments) {
    ClassLoader loader = ArtifactSettings.class.getClassLoader();
    try {
      Captures captures = Captures.load(loader);
      require(
          Configuration.ofArtifact(Configuration.file(loader), arguments[0]),
          captures.stages(),
          captures.regions().keySet().stream().map(AspectNames::regions).toList(),
          loader);
    } catch (ConfigurationException mistake) {
      System.err.println("cal: " + mistake.getMessage());
      System.exit(2);
    }
  }

  /**
   * Checks each key and each value.
   *
   * @throws ConfigurationException naming the first mistake
   */
  static void require(
      Configuration configuration,
      Collection<String> stages,
      List<String> regions,
      ClassLoader loader) {
    Models models = Models.of(loader);
    configuration.without(models.absent().keySet()).validate(stages, regions, models.settings());
    for (String stage : stages) {
      ModelChoice choice = ModelChoice.configured(stage, configuration);
      if (!choice.isAdaptive() && !models.absent().containsKey(choice.model())) {
        models.named(choice.model(), choice.origin());
      }
    }
    Policies policies = Policies.of(loader);
    for (String one : regions) {
      String policy = configuration.get(CoreSettings.SYNCHRONIZATION, one);
      if (Distribution.artifactOfPolicy(policy) == null) {
        policies.named(policy, configuration.origin(CoreSettings.SYNCHRONIZATION, one));
      }
    }
  }
}
