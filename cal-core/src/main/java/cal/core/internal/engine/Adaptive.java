package cal.core.internal.engine;

import cal.core.internal.settings.AdaptiveRules;
import cal.core.internal.settings.AdaptiveRules.Rule;
import cal.core.internal.settings.Measure;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Switches the stages whose model is {@code adaptive}, all together, as rules say of what they do.
 * For one thread.
 */
final class Adaptive {
  private final Models models;
  private final Reconfiguration choices;
  private final LoadMeter meter = new LoadMeter();

  /** Models that could not be opened. */
  private final Set<String> broken = new HashSet<>();

  /** The model of the rule that held last, and for how many measures in a row. */
  private String next;

  private int held;
  private int rests;

  Adaptive(Models models, Reconfiguration choices) {
    this.models = models;
    this.choices = choices;
  }

  /** Looks at what runs; never throws. */
  void look() {
    try {
      meter.look(choices.adaptive());
    } catch (Throwable unknowable) {
      Log.log(Level.DEBUG, "adaptive stages cannot be looked at", unknowable);
    }
  }

  /** Measures, and changes the model where that is due; never throws. */
  void adapt(long now) {
    try {
      List<OpenStage> stages = choices.adaptive();
      if (!stages.isEmpty()) {
        adapt(meter.read(stages, now));
      }
    } catch (Throwable unknowable) {
      Log.log(Level.DEBUG, "adaptive stages cannot be measured", unknowable);
    }
  }

  /** The same by measures that were made. */
  void adapt(Map<Measure, Double> load) {
    AdaptiveRules rules = models.adaptiveRules();
    String present = choices.adaptive().getFirst().model().name();
    Rule rule = rules.choose(load, present, this::isThere).orElse(null);
    if (rule == null) {
      return;
    }
    held = rule.model().equals(next) ? held + 1 : 1;
    next = rule.model();
    if (rests > 0) {
      rests--;
    } else if (held >= rules.hold() && !next.equals(present)) {
      change(next, "adaptive: " + rule.reason(load));
      rests = rules.rest();
    }
  }

  private boolean isThere(String model) {
    return models.has(model) && !broken.contains(model);
  }

  private void change(String model, String reason) {
    try {
      choices.adapt(models.named(model, reason), reason);
    } catch (Throwable refused) {
      broken.add(model);
      Log.log(
          Level.WARNING, "adaptive: " + model + " cannot be had, and is not tried again", refused);
    }
  }
}
