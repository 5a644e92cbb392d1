package cal.core.spi;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * How activities run: the service that a model's module provides, found by {@link
 * java.util.ServiceLoader}.
 *
 * <p>Implementations are stateless and thread-safe; all state is in the {@link ActivityScheduler}
 * that {@link #open} makes for each stage. A model must pass the contract suite in the test jar of
 * cal-core.
 */
public interface ConcurrencyModel {
  /** The model that is built in: captured calls proceed in their caller, as if unwoven. */
  String SEQUENTIAL = "sequential";

  /**
   * The name that selects this model: the value of {@code cal.model}.
   *
   * @return lower-case words joined by hyphens
   */
  String name();

  /**
   * When to choose this model, for people.
   *
   * @return one line, no full stop
   */
  String whenToChoose();

  /**
   * The settings that this model reads, beside those of every stage.
   *
   * @return the settings, their keys starting with the model's name; by default its {@link #sizes}
   */
  default List<Setting<?>> settings() {
    return sizes();
  }

  /**
   * Whether activities share the thread of an event loop: one that keeps it, by file I/O above all,
   * keeps the others from it. Calls that would run in such an activity although their stage is full
   * wait instead.
   *
   * @return false for a model whose workers block one at a time
   */
  default boolean eventLoop() {
    return false;
  }

  /**
   * Whether the activities of a stage run on platform threads that no other stage has, so that
   * {@code cores} can pin them.
   *
   * @param stage the stage
   * @return false for virtual threads, for shared loops, and where the threads are the callers'
   */
  default boolean hasOwnThreads(Stage stage) {
    return !eventLoop();
  }

  /**
   * Whether it runs activities that are spawned. One that does not runs hand-offs alone: a stage
   * that spawns cannot be configured to it.
   *
   * @return false for a model whose activities leave the process
   */
  default boolean spawns() {
    return true;
  }

  /**
   * Makes sure, before a stage is opened, that it can run the calls that the stage hands off.
   *
   * @param handOffs the calls
   * @throws ConfigurationException naming the first call that it cannot run
   */
  default void requireRuns(HandOffs handOffs) {}

  /**
   * Which of its settings bounds how long the caller of a hand-off waits for a place.
   *
   * @return the setting, of which 0 is for ever; null where nothing but {@code queue-deadline} does
   */
  default Setting<Duration> patience() {
    return null;
  }

  /**
   * Which of its settings, beside {@code queue-capacity}, bound how many activities fit in: what to
   * raise when a stage is full.
   *
   * @return settings of this model; none where only {@code max-in-flight} is a bound
   */
  default List<Setting<?>> sizes() {
    return List.of();
  }

  /**
   * Whether this is the model for calls that block where the model of their callers is an event
   * loop, and that have no model of their own.
   *
   * @return true for one model of a class path at most
   */
  default boolean takesBlockingCalls() {
    return false;
  }

  /**
   * Makes what runs the activities of one stage.
   *
   * @param stage the stage, whose settings are already validated
   * @return the scheduler, ready to {@linkplain ActivityScheduler#start start} activities
   * @throws ConfigurationException if the settings do not fit together
   */
  ActivityScheduler open(Stage stage);

  /** The calls that one stage hands off, as its binding has captured them. */
  interface HandOffs {
    /**
     * The stage's name.
     *
     * @return the name
     */
    String stage();

    /**
     * The calls as the weaver's record has them, for example {@code int server.Store.store(byte[],
     * int)}.
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
