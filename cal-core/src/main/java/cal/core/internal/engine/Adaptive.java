package cal.core.internal.engine;

import cal.core.internal.settings.AdaptiveRules;
import cal.core.internal.settings.AdaptiveRules.Rule;
import cal.core.internal.settings.Measure;
import cal.core.internal.settings.Models;
import cal.core.internal.support.CalThread;
import cal.core.internal.support.Log;
import cal.core.spi.ConcurrencyModel;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Switches all stages with the model {@code adaptive} together, by rules over measures. A single
 * thread looks and measures. A change has a thread of its own, since a model may take long to open;
 * meanwhile nothing is decided.
 */
final class Adaptive {
  /**
   * A model that could not be opened is left out for so many measures, and then for twice as many.
   */
  static final int BARRED = 60;

  /** A model is left out for so many at most: an hour. */
  private static final int BARRED_AT_MOST = 3_600;

  /**
   * The measure until which a model is left out, and the number of measures left out. Immutable.
   */
  private record Bar(long until, int length) {}

  private final Models models;
  private final Reconfiguration choices;
  private final Executor changes;
  private final LoadMeter meter = new LoadMeter(LoadMeter::ofProcess);
  private final AtomicBoolean changing = new AtomicBoolean();

  // Below: of the thread that measures, and of a change while that lasts.
  private final Map<String, Bar> bars = new HashMap<>();
  private long measures;

  /** The model of all; null before the first measure. */
  private ConcurrencyModel present;

  /** The model of the last holding rule, and the number of measures in a row. */
  private String next;

  private int held;
  private int rests;

  Adaptive(Models models, Reconfiguration choices) {
    this(models, choices, change -> CalThread.ofTask("cal-adaptive", change).start());
  }

  /**
   * Makes the changes of a process.
   *
   * @param changes runs each change
   */
  Adaptive(Models models, Reconfiguration choices, Executor changes) {
    this.models = models;
    this.choices = choices;
    this.changes = changes;
  }

  /** Looks at the running activities; never throws. */
  void look(long now) {
    try {
      meter.look(choices.adaptive(), now);
    } catch (Throwable unknowable) {
      Log.log(Level.DEBUG, "adaptive stages cannot be looked at", unknowable);
    }
  }

  /** Measures, and has the model changed where due; never throws. */
  void adapt(long now) {
    try {
      adapt(meter.read(now));
    } catch (Throwable unknowable) {
      Log.log(Level.DEBUG, "adaptive stages cannot be measured", unknowable);
    }
  }

  /** The same by given measures; nothing if empty. */
  void adapt(Map<Measure, Double> load) {
    List<String> there = choices.adaptive().stream().map(one -> one.model().name()).toList();
    if (changing.get()) {
      return;
    }
    if (there.isEmpty()) {
      forget();
    }
    if (load.isEmpty() || there.isEmpty()) {
      return;
    }
    measures++;
    AdaptiveRules rules = models.adaptiveRules();
    if (present == null) {
      present = choices.adaptive().getFirst().model();
    }
    Rule rule = rules.choose(load, present.name(), this::isThere).orElse(null);
    if (rule == null) {
      return;
    }
    held = rule.model().equals(next) ? held + 1 : 1;
    next = rule.model();
    if (rests == 0 && held >= rules.hold() && !next.equals(present.name())) {
      rests = rules.rest();
      change(models.named(next, "adaptive"), "adaptive: " + rule.reason(load));
      return;
    }
    rests = Math.max(0, rests - 1);
    if (isThere(present.name()) && there.stream().anyMatch(one -> !one.equals(present.name()))) {
      change(present, "adaptive: as the other stages");
    }
  }

  /** Stages adaptive again, after none was, begin with their present model. */
  private void forget() {
    present = null;
    next = null;
    held = 0;
    rests = 0;
  }

  private boolean isThere(String model) {
    Bar bar = bars.get(model);
    return models.has(model) && (bar == null || bar.until() <= measures);
  }

  private void change(ConcurrencyModel model, String reason) {
    changing.set(true);
    try {
      changes.execute(
          () -> {
            try {
              choices.adapt(model, reason);
              present = model;
              bars.remove(model.name());
            } catch (Throwable refused) {
              bar(model.name(), refused);
            } finally {
              changing.set(false);
            }
          });
    } catch (Throwable none) {
      changing.set(false);
      bar(model.name(), none);
    }
  }

  private void bar(String model, Throwable refused) {
    Bar before = bars.get(model);
    int length = before == null ? BARRED : Math.min(2 * before.length(), BARRED_AT_MOST);
    bars.put(model, new Bar(measures + length, length));
    Log.log(
        Level.WARNING,
        "adaptive: %s cannot be had, and is not tried again for %d s".formatted(model, length),
        refused);
  }
}
