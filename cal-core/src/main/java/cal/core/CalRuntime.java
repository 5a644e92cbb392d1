package cal.core;

import static java.util.stream.Collectors.joining;

import cal.core.internal.activity.StepInterceptors;
import cal.core.internal.engine.Engine;
import cal.core.internal.record.Captures;
import cal.core.internal.settings.AspectNames;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.settings.Models;
import cal.core.internal.start.Bootstrap;
import cal.core.internal.start.Validation;
import cal.core.spi.ActivityScheduler.LeftStatus;
import cal.core.spi.ActivityScheduler.MemberStatus;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.ConfigurationException;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import cal.core.spi.Stage;
import cal.core.spi.StageStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The stages of one process, or of one test: their counts, their drain, their failures.
 *
 * <p>Thread-safe. A woven server has exactly one, {@linkplain #current made} when the first binding
 * is loaded, and drained on SIGTERM.
 */
public final class CalRuntime implements CalRuntimeMXBean, AutoCloseable {
  private final Engine engine;

  private CalRuntime(Engine engine) {
    this.engine = engine;
  }

  /**
   * The runtime of this process's bindings.
   *
   * @return empty if no binding has been loaded: the server is not woven, or has not begun
   */
  public static Optional<CalRuntime> current() {
    return Optional.ofNullable(Bootstrap.runtime()).map(CalRuntime::new);
  }

  /**
   * Makes sure that a server is woven, for a launcher to ask before it starts one: a server that is
   * not woven runs no CAL code that could complain.
   *
   * @param loader the server's class loader
   * @throws ConfigurationException if it sees no weaver's record, or other classes than those
   *     recorded
   */
  public static void requireWoven(ClassLoader loader) {
    Validation.requireCaptures(loader);
  }

  /**
   * Makes a runtime without bindings, for embedders and for tests of models.
   *
   * @param settings its settings by their full keys, such as {@code cal.model}
   * @param stageNames the stages that it may have
   * @return the runtime, to be closed by the caller
   * @throws ConfigurationException if a setting is unknown or not allowed
   */
  public static CalRuntime of(Map<String, String> settings, Collection<String> stageNames) {
    return new CalRuntime(Engine.of(Configuration.of(settings), stageNames));
  }

  /**
   * Makes the runtime of an application without bindings, under the settings of the process and
   * given settings, which win. Meters and contexts of callers go with the activities.
   *
   * @param loader of the application
   * @param settings given, by their full keys
   * @param origin where a given setting comes from, by its key, for people
   * @param stageNames the stages that the runtime may have
   * @return the runtime, to be closed by the caller
   * @throws ConfigurationException if a setting is unknown or not allowed, or a model is missing
   */
  public static CalRuntime of(
      ClassLoader loader,
      Map<String, String> settings,
      UnaryOperator<String> origin,
      Collection<String> stageNames) {
    Configuration configuration = Configuration.load(loader);
    for (Map.Entry<String, String> one : settings.entrySet()) {
      String key = one.getKey();
      configuration = configuration.with(Map.of(key, one.getValue()), origin.apply(key));
    }
    Captures woven = Captures.load(loader); // bindings beside it have settings, too
    Models models = Models.of(loader);
    configuration.validate(
        Stream.concat(stageNames.stream(), woven.stages().stream()).toList(),
        woven.regions().keySet().stream().map(AspectNames::regions).toList(),
        models.settings());
    for (String stage : stageNames) {
      ModelChoice choice = ModelChoice.configured(stage, configuration);
      models.named(choice.model(), choice.origin());
    }
    return new CalRuntime(new Engine(configuration, models, StepInterceptors.of(loader)));
  }

  /**
   * Opens a stage for the tasks of an executor.
   *
   * @param stage the stage's name
   * @return the executor; the runtime, when closed, drains the executor's stage, too
   * @throws ConfigurationException if the model cannot be had, or runs no tasks beside their caller
   */
  public StageExecutor executor(String stage) {
    return StageExecutor.open(engine, stage);
  }

  /**
   * Opens a stage under the model that the configuration names for it.
   *
   * @param name the stage's name
   * @return the stage
   * @throws ConfigurationException if its model cannot be had, or the stage is open already
   */
  public Stage open(String name) {
    return engine.open(name);
  }

  @Override
  public List<StageStatus> getStages() {
    return engine.getStages();
  }

  @Override
  public List<LeftStatus> getLeft() {
    return engine.getLeft();
  }

  @Override
  public List<ReadAheadStatus> getReadAhead() {
    return engine.getReadAhead();
  }

  @Override
  public List<MemberStatus> getMembers() {
    return engine.getMembers();
  }

  @Override
  public List<HangStatus> getHangs() {
    return engine.getHangs();
  }

  @Override
  public List<String> change(List<String> settings) {
    return engine.change(settings);
  }

  /**
   * How many activities of a working context are in flight; a momentary view, which misses those on
   * their way between a queue and a thread.
   *
   * @param context the context
   * @return activities, running or waiting for a worker
   */
  public int count(WorkingContext context) {
    return engine.count(context);
  }

  /**
   * Chooses who is told of failed activities; by default they are logged.
   *
   * @param handler the new handler
   */
  public void onFailure(FailureHandler handler) {
    engine.onFailure(handler::failed);
  }

  /**
   * Ends the activities of one context, for good: refuses new ones, ends those that have not begun,
   * closes those that wait for their next input, lets the others end their step, and at the
   * deadline closes and interrupts the rest. Afterwards no step of any of them begins; one that was
   * on its way to a thread may be closed and counted a moment later.
   *
   * @param context the context, which starts nothing any more from now on
   * @param timeout how long activities may go on
   * @return those that had to be interrupted, described with their threads
   */
  public List<String> drain(WorkingContext context, Duration timeout) {
    return engine.drain(context, timeout);
  }

  /**
   * Closes the listening sockets of woven code, then drains every stage within its {@code
   * shutdown-timeout} and closes it. Idempotent.
   *
   * @return the activities that had to be interrupted or never began
   */
  public List<String> shutdown() {
    return engine.shutdown();
  }

  /** The same as {@link #shutdown}. */
  @Override
  public void close() {
    shutdown();
  }

  /** The model of each stage, with the reason, and remarks: a line for people. */
  @Override
  public String toString() {
    Stream<String> stages =
        engine.choices().entrySet().stream()
            .map(
                one ->
                    "%s=%s (%s)"
                        .formatted(one.getKey(), one.getValue().model(), one.getValue().origin()));
    return Stream.concat(Stream.of(stages.collect(joining(" "))), engine.remarks().stream())
        .collect(joining("; "));
  }
}
