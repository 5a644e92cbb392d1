package cal.core.spi;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * A way to run activities: the service of a model's module, found by {@link
 * java.util.ServiceLoader}.
 *
 * <p>Implementations are stateless and thread-safe; all state is in the {@link ActivityScheduler}
 * of each stage, made by {@link #open}. A model must pass the contract suite in the test jar of
 * cal-core.
 */
public interface ConcurrencyModel {
  /** The built-in model: captured calls proceed in their caller, as if unwoven. */
  String SEQUENTIAL = "sequential";

  /**
   * The name of this model: the value of {@code cal.model}.
   *
   * @return lower-case words joined by hyphens
   */
  String name();

  /**
   * When to choose this model, for people.
   *
   * @return a line, no full stop
   */
  String whenToChoose();

  /**
   * The settings of this model, beside the settings of every stage.
   *
   * @return the settings, their keys starting with the model's name; by default its {@link #sizes}
   */
  default List<Setting<?>> settings() {
    return sizes();
  }

  /**
   * Whether activities share the thread of an event loop: an activity that keeps the thread, by
   * file I/O above all, stops the others. Calls of a full stage wait then, instead of running in
   * such an activity.
   *
   * @return false for a model with a worker for each blocked activity
   */
  default boolean eventLoop() {
    return false;
  }

  /**
   * Whether the activities of a stage run on unshared platform threads, which {@code cores} can
   * pin.
   *
   * @param stage the stage
   * @return false for virtual threads, for shared loops, and where the threads are the callers'
   */
  default boolean hasOwnThreads(Stage stage) {
    return !eventLoop();
  }

  /**
   * Whether the model runs spawned activities. Another model runs hand-offs alone, and cannot be
   * configured for a stage that spawns.
   *
   * @return false for a model whose activities leave the process
   */
  default boolean spawns() {
    return true;
  }

  /**
   * Makes sure, before a stage is opened, that the model can run the stage's hand-offs.
   *
   * @param handOffs the calls
   * @throws ConfigurationException naming the first impossible call
   */
  default void requireRuns(HandOffs handOffs) {}

  /**
   * The setting that bounds the wait of a hand-off's caller for a place.
   *
   * @return the setting, with 0 for ever; null with {@code queue-deadline} as the only bound
   */
  default Setting<Duration> patience() {
    return null;
  }

  /**
   * The settings, beside {@code queue-capacity}, that bound the number of activities: to be raised
   * for a full stage.
   *
   * @return settings of this model; none where only {@code max-in-flight} is a bound
   */
  default List<Setting<?>> sizes() {
    return List.of();
  }

  /**
   * Whether this is the model for blocking calls without a model of their own, with callers on an
   * event loop.
   *
   * @return true for a single model of a class path at most
   */
  default boolean takesBlockingCalls() {
    return false;
  }

  /**
   * Makes the scheduler of a stage's activities.
   *
   * @param stage the stage, with validated settings
   * @return the scheduler, ready to {@linkplain ActivityScheduler#start start} activities
   * @throws ConfigurationException if the settings do not fit together
   */
  ActivityScheduler open(Stage stage);

  /** The hand-offs of a stage, captured by its binding. */
  interface HandOffs {
    /**
     * The stage's name.
     *
     * @return the name
     */
    String stage();

    /**
     * The calls as in the weaver's record, for example {@code int server.Store.store(byte[], int)}.
     *
     * @return the signatures, each once
     */
    Collection<String> signatures();

    /**
     * Loads the server's classes.
     *
     * @return the loader
     */
    ClassLoader loader();

    /**
     * The value of a setting for this stage.
     *
     * @param setting the setting
     * @param <T> the value's type
     * @return the value
     */
    <T> T setting(Setting<T> setting);
  }
}
