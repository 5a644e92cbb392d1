package cal.core.internal.generation;

import cal.core.internal.settings.Configuration;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import cal.core.spi.Cores;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A model with its settings, for one stage. Immutable.
 *
 * @param model the model
 * @param configuration the settings of the stage and of the model
 */
public record StageChoice(ConcurrencyModel model, Configuration configuration) {
  /** A changed setting of a stage, both values as written. */
  public record Changed(String setting, String before, String now) {}

  /**
   * The settings read by a stage, with other values than by a former choice.
   *
   * @param name the stage's
   * @param scheduler of this choice
   */
  public List<Changed> since(StageChoice before, String name, ActivityScheduler scheduler) {
    return scheduler == SequentialModel.IN_PLACE
        ? List.of()
        : read(scheduler.bounded())
            .filter(
                one -> !configuration.get(one, name).equals(before.configuration.get(one, name)))
            .map(
                one ->
                    new Changed(
                        one.key(),
                        before.configuration.text(one, name),
                        configuration.text(one, name)))
            .toList();
  }

  private Stream<Setting<?>> read(boolean pool) {
    Stream<Setting<?>> ofStage =
        CoreSettings.all().stream()
            .filter(one -> one.scope() == Setting.Scope.STAGE && !one.equals(CoreSettings.MODEL))
            .filter(one -> pool || !one.equals(CoreSettings.QUEUE_CAPACITY));
    return Stream.of(ofStage, model.settings().stream(), model.sizes().stream())
        .<Setting<?>>flatMap(some -> some)
        .distinct();
  }

  /**
   * Makes sure that the threads of a stage can be pinned as its settings say.
   *
   * @param stage which has this choice
   * @throws ConfigurationException if they cannot
   */
  public void requireCores(Stage stage) {
    String name = stage.name();
    Cores cores = configuration.get(CoreSettings.CORES, name);
    boolean general = !configuration.isSetFor(CoreSettings.CORES, name);
    if (cores.isAll() || (general && model instanceof SequentialModel)) {
      return;
    }
    String key = general ? "cal.cores" : Configuration.ownKey(CoreSettings.CORES, name);
    String said = key + "=" + configuration.text(CoreSettings.CORES, name);
    if (!model.hasOwnThreads(stage)) {
      String others =
          (model.eventLoop() ? "pin event loops by cal.reactive.cores, or " : "")
              + "give it thread, thread-pool, executor, executor-pool, or jcsp or jcsp-pool on"
              + " platform threads";
      throw new ConfigurationException(
          "%s (%s) pins threads that stage=%s has to itself, and model=%s gives it none"
                  .formatted(
                      said, configuration.origin(CoreSettings.CORES, name), name, model.name())
              + "; "
              + others);
    }
    cores.require(said);
  }

  /** The values read by a model at its opening: other values need a new generation. */
  public List<Object> settings(String stage) {
    List<Object> values = new ArrayList<>();
    values.add(configuration.get(CoreSettings.QUEUE_CAPACITY, stage));
    values.add(configuration.get(CoreSettings.CORES, stage));
    for (List<Setting<?>> some : List.of(model.settings(), model.sizes())) {
      some.forEach(setting -> values.add(configuration.get(setting, stage)));
    }
    return values;
  }
}
