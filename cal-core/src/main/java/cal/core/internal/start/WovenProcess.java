package cal.core.internal.start;

import cal.core.internal.activity.StepInterceptors;
import cal.core.internal.engine.Engine;
import cal.core.internal.record.Captures;
import cal.core.internal.record.SharedGuards;
import cal.core.internal.region.Regions;
import cal.core.internal.settings.AspectNames;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ConfigurationException;
import java.util.List;
import java.util.function.Function;

/**
 * The start of a woven process: it reads the weaver's record and the configuration, opens every
 * stage, says in one line what it chose. Thread-safe.
 */
final class WovenProcess {
  private final Captures captures;
  private final ClassLoader loader;
  private final RegionChoices regions;
  private final Engine runtime;

  /** Set once: all stages are open. */
  private volatile boolean started;

  private WovenProcess(
      Captures captures, ClassLoader loader, RegionChoices regions, Engine runtime) {
    this.captures = captures;
    this.loader = loader;
    this.regions = regions;
    this.runtime = runtime;
  }

  /**
   * Makes the runtime of a process, with no stage yet, to be drained when that ends.
   *
   * @throws ConfigurationException naming the first mistake in the record or the configuration
   */
  static WovenProcess prepare(ClassLoader loader, RegionChoices regions) {
    Captures captures = Captures.load(loader);
    captures.requireOwnNames();
    Configuration configuration = Configuration.load(loader);
    Models models = Models.of(loader);
    Validation.require(captures, configuration, models, () -> regions.policies(loader));
    Engine runtime = new Engine(configuration, models, StepInterceptors.of(loader));
    if (captures.bindings().isEmpty()) {
      runtime.leaveLifeToThreads();
    }
    ProcessEnd.drainAtShutdown(runtime);
    return new WovenProcess(captures, loader, regions, runtime);
  }

  Engine runtime() {
    return runtime;
  }

  Captures captures() {
    return captures;
  }

  boolean isStarted() {
    return started;
  }

  /** Opens the stage of a binding. */
  OpenStage open(String binding, boolean blocks) {
    Models models = runtime.models();
    return runtime.open(
        AspectNames.stage(binding), rule(binding, blocks, captures, models, loader));
  }

  /**
   * How a configuration chooses the model of a binding's stage.
   *
   * @throws ConfigurationException if the binding has captured nothing
   */
  static Function<Configuration, ModelChoice> rule(
      String binding, boolean blocks, Captures captures, Models models, ClassLoader loader) {
    List<Captures.JoinPoint> points = captures.of(binding);
    if (points == null || points.isEmpty()) {
      throw new ConfigurationException(
          "binding "
              + binding
              + " has no captured join point in any "
              + Captures.RESOURCE
              + ", so parts of the server could run sequentially unnoticed; run"
              + " cal.weave.CaptureRecord over the woven classes after ajc");
    }
    String stage = AspectNames.stage(binding);
    boolean onlyHandsOff = captures.onlyHandsOff(binding);
    return configuration -> {
      ModelChoice choice = ModelChoice.of(stage, onlyHandsOff, blocks, configuration, models);
      models
          .named(choice.model(), choice.origin())
          .requireRuns(
              new CapturedHandOffs(stage, captures.handedOff(binding), loader, configuration));
      return choice;
    };
  }

  /** Opens the stage of an aspect that adopts threads. */
  OpenStage openAdopting(String aspect) {
    if (!captures.adopted().containsKey(aspect)) {
      throw new ConfigurationException(
          "the aspect "
              + aspect
              + " adopts threads, and no "
              + Captures.RESOURCE
              + " says so; let the agent weave it, or add the line: adopts "
              + aspect
              + " SCOPE");
    }
    String stage = AspectNames.stage(aspect);
    return runtime.open(stage);
  }

  /** Opens all stages and decides on all regions: a mistake must not wait for its first call. */
  void start(ClassLoader loader) {
    load(captures, loader);
    SharedGuards.requireOnePolicy(captures, regions.byAspect(), loader);
    if (!captures.conditions()) {
      Regions.unconditional();
    }
    System.err.println(
        "cal: "
            + Announcement.of(
                captures,
                runtime.choices(),
                runtime::takesThreads,
                regions.byAspect(),
                runtime.remarks()));
    LastPreparations.start(runtime);
    started = true;
  }

  /** Initialises the aspects of a record, each of which asks {@link Bootstrap} then. */
  static void load(Captures captures, ClassLoader loader) {
    captures.bindings().forEach(binding -> load("binding ", binding, loader));
    captures.adopted().keySet().forEach(adopting -> load("adopting aspect ", adopting, loader));
    captures.regions().keySet().forEach(regions -> load("regions ", regions, loader));
  }

  static void load(String kind, String aspect, ClassLoader loader) {
    try {
      Class.forName(aspect, true, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new ConfigurationException(
          kind + aspect + " is recorded but cannot be loaded: " + e + "; build the artifact again",
          e);
    }
  }
}
