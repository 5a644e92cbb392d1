package cal.core.internal.engine;

import cal.core.internal.generation.StageChoice;
import cal.core.internal.generation.StageChoice.Changed;
import cal.core.internal.report.SettingChangedEvent;
import cal.core.internal.report.SwitchedEvent;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.stage.StageChange;
import cal.core.internal.support.Log;
import cal.core.internal.support.Opening;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Setting;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The choices of a runtime: which model runs each stage, and with which settings. They change while
 * the stages run. Thread-safe; one change at a time.
 */
final class Reconfiguration {
  private final Models models;

  /** How the model of a stage follows from the configuration; guarded by this. */
  private final Map<OpenStage, Function<Configuration, ModelChoice>> rules = new LinkedHashMap<>();

  private volatile Configuration configuration;
  private volatile List<OpenStage> adaptive = List.of();

  Reconfiguration(Configuration configuration, Models models) {
    this.configuration = configuration;
    this.models = models;
  }

  Configuration configuration() {
    return configuration;
  }

  /** Notes how the model of a stage follows from the configuration. */
  synchronized void add(OpenStage stage, Function<Configuration, ModelChoice> rule) {
    rules.put(stage, rule);
    findAdaptive();
  }

  /** The model of each stage, with its origin, by the stage's name. */
  synchronized Map<String, ModelChoice> choices() {
    Map<String, ModelChoice> choices = new LinkedHashMap<>();
    rules.forEach((stage, rule) -> choices.put(stage.name(), rule.apply(configuration)));
    return choices;
  }

  /**
   * Changes settings.
   *
   * @param said each {@code KEY=VALUE}, the key a full one
   * @param reason why, for people
   * @return a line for each model, and for each setting, that a stage has another of now
   * @throws ConfigurationException naming the first mistake; nothing has changed then
   * @throws RuntimeException or an error, if a model cannot be opened; nothing has changed then
   */
  synchronized List<String> change(List<String> said, String reason) {
    Map<String, String> settings = parse(said);
    List<String> names = rules.keySet().stream().map(OpenStage::name).toList();
    Configuration.of(Map.of()).with(settings, reason).validate(names, models.settings());
    settings.keySet().forEach(this::requireOfStage);
    Configuration next = configuration.with(settings, reason);
    Map<OpenStage, StageChoice> chosen = new LinkedHashMap<>();
    rules.forEach(
        (stage, rule) -> {
          ModelChoice choice = rule.apply(next);
          ConcurrencyModel model = stays(stage, choice) ? stage.model() : model(choice);
          chosen.put(stage, new StageChoice(model, next));
        });
    if (rules.keySet().stream().anyMatch(OpenStage::draining)) {
      throw new ConfigurationException("the server is stopping, and changes no more");
    }
    List<StageChange> changes = prepareAll(chosen);
    changes.forEach(StageChange::make);
    configuration = next;
    findAdaptive();
    return tell(changes, reason);
  }

  private ConcurrencyModel model(ModelChoice choice) {
    return models.named(choice.model(), choice.origin());
  }

  /** A stage that was adaptive and is to be so keeps the model that it has adapted to. */
  private boolean stays(OpenStage stage, ModelChoice choice) {
    return choice.isAdaptive() && adaptive.contains(stage);
  }

  private void findAdaptive() {
    adaptive =
        rules.entrySet().stream()
            .filter(one -> one.getValue().apply(configuration).isAdaptive())
            .map(Map.Entry::getKey)
            .toList();
  }

  /** The stages whose model follows the load. */
  List<OpenStage> adaptive() {
    return adaptive;
  }

  /**
   * Changes the model of those that have another one.
   *
   * @throws RuntimeException or an error, if one of them cannot open it; nothing has changed then
   */
  synchronized void adapt(ConcurrencyModel model, String reason) {
    Map<OpenStage, StageChoice> others = new LinkedHashMap<>();
    for (OpenStage stage : adaptive) {
      if (stage.model() != model && !stage.draining()) {
        others.put(stage, new StageChoice(model, configuration));
      }
    }
    List<StageChange> changes = prepareAll(others);
    changes.forEach(StageChange::make);
    tell(changes, reason);
  }

  /** All that can fail of some changes: where one of them does, nothing of the others is kept. */
  private static List<StageChange> prepareAll(Map<OpenStage, StageChoice> chosen) {
    List<StageChange> ready = new ArrayList<>();
    try (Opening opening = new Opening()) {
      chosen.forEach(
          (stage, to) -> ready.add(opening.get(() -> stage.prepare(to), StageChange::giveUp)));
      opening.complete();
    }
    return ready;
  }

  private static Map<String, String> parse(List<String> said) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String one : said) {
      String[] parts = one.split("=", 2);
      if (parts.length < 2) {
        throw new ConfigurationException(one + " is no setting; give KEY=VALUE");
      }
      settings.put(parts[0], parts[1]);
    }
    return settings;
  }

  private void requireOfStage(String key) {
    for (Setting<?> setting : models.settings()) {
      if (setting.scope() != Setting.Scope.STAGE && key.equals(Configuration.ownKey(setting, ""))) {
        throw new ConfigurationException(
            key + " is read once, at the start; start the server with it");
      }
    }
  }

  private static List<String> tell(List<StageChange> changes, String reason) {
    List<String> lines = new ArrayList<>();
    for (StageChange change : changes) {
      String stage = change.stageName();
      String before = change.from().model().name();
      String after = change.to().model().name();
      if (!before.equals(after)) {
        SwitchedEvent.emit(stage, before, after, reason);
        lines.add("stage=%s: %s -> %s (%s)".formatted(stage, before, after, reason));
      }
      for (Changed one : change.changed()) {
        String key = one.setting();
        SettingChangedEvent.emit(stage, key, one.before(), one.now(), reason);
        lines.add(
            "stage=%s: %s=%s -> %s (%s)".formatted(stage, key, one.before(), one.now(), reason));
      }
    }
    lines.forEach(line -> Log.log(Level.INFO, line, null));
    return lines;
  }
}
