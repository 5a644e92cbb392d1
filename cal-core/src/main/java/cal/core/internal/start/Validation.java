package cal.core.internal.start;

import cal.core.internal.record.Captures;
import cal.core.internal.record.StaleRecord;
import cal.core.internal.region.Policies;
import cal.core.internal.settings.AspectNames;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import java.util.List;
import java.util.function.Supplier;

/** Whether a server is woven, and its configuration right, before any service. Stateless. */
public final class Validation {
  private Validation() {}

  /**
   * The weaver's record of a class loader.
   *
   * @throws ConfigurationException if there is none, or the loader's classes are not the recorded
   *     ones: nothing loaded is woven
   */
  public static Captures requireCaptures(ClassLoader loader) {
    Captures found = Captures.load(loader);
    if (found.stages().isEmpty()) {
      throw new ConfigurationException(
          "no "
              + Captures.RESOURCE
              + " is on the class path, so the server is not woven and would"
              + " run sequentially; put the woven jar there instead of the plain one");
    }
    found.requireOwn(loader);
    StaleRecord.requireNone(found, loader);
    return found;
  }

  /**
   * Checks all settings, and the policy of critical regions.
   *
   * @param policies loads the policies, which may fail: after a mistake in a setting was told
   * @throws ConfigurationException naming the first mistake
   */
  static void require(
      Captures captures, Configuration configuration, Models models, Supplier<Policies> policies) {
    List<String> regions = captures.regions().keySet().stream().map(AspectNames::regions).toList();
    configuration.validate(captures.stages(), regions, models.settings());
    policies
        .get()
        .named(
            configuration.get(CoreSettings.SYNCHRONIZATION, ""),
            configuration.origin(CoreSettings.SYNCHRONIZATION, ""));
  }

  /** The same before any start, with a check for the models of all stages. */
  static void require(Captures captures, Supplier<Policies> policies, ClassLoader loader) {
    Configuration configuration = Configuration.load(loader);
    Models models = Models.of(loader);
    require(captures, configuration, models, policies);
    for (String stage : captures.stages()) {
      ModelChoice choice = ModelChoice.configured(stage, configuration);
      models.named(choice.model(), choice.origin());
    }
  }
}
