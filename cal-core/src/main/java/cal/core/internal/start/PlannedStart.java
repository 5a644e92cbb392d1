package cal.core.internal.start;

import cal.core.internal.record.Captures;
import cal.core.internal.record.SharedGuards;
import cal.core.internal.region.Regions;
import cal.core.internal.settings.AspectNames;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import java.util.Map;
import java.util.TreeMap;

/**
 * The choices of a start, only to be explained. The aspects are instantiated, and no stage is
 * opened: no model makes a thread, opens a port or joins others. The process ends without its
 * server. For a single thread.
 */
final class PlannedStart {
  private final Captures captures;
  private final Configuration configuration;
  private final Models models;
  private final ClassLoader loader;
  private final RegionChoices regions;

  /** {@code model (origin)} by stage. */
  private final Map<String, String> chosen = new TreeMap<>();

  PlannedStart(ClassLoader loader, RegionChoices regions) {
    this.captures = Captures.load(loader);
    this.configuration = Configuration.load(loader);
    this.models = Models.of(loader);
    this.loader = loader;
    this.regions = regions;
    captures.requireOwnNames();
    Validation.require(captures, configuration, models, () -> regions.policies(loader));
  }

  /** Instantiates the aspects: each asks {@link Bootstrap}, which asks here. */
  Map<String, String> models() {
    captures.bindings().forEach(one -> WovenProcess.load("binding ", one, loader));
    captures.regions().keySet().forEach(one -> WovenProcess.load("regions ", one, loader));
    for (String aspect : captures.adopted().keySet()) {
      String stage = AspectNames.stage(aspect);
      choose(stage, ModelChoice.configured(stage, configuration), false);
    }
    SharedGuards.requireOnePolicy(captures, regions.byAspect(), loader);
    return chosen;
  }

  /** The stage of a binding, at its instantiation. */
  void add(Class<?> binding, boolean blocks) {
    ModelChoice choice =
        WovenProcess.rule(binding.getName(), blocks, captures, models, loader).apply(configuration);
    boolean awaits = BindingAnswers.isSaid(binding, captures);
    choose(AspectNames.stage(binding.getName()), choice, awaits);
  }

  Regions regions(Class<?> aspect, String pinnedPolicy) {
    return regions.of(aspect, pinnedPolicy, captures, configuration);
  }

  private void choose(String stage, ModelChoice choice, boolean awaits) {
    boolean leaves = awaits && models.named(choice.model(), choice.origin()).eventLoop();
    String more = leaves ? Announcement.LEAVES : "";
    chosen.put(stage, choice.model() + " (" + choice.origin() + more + ")");
  }
}
