package cal.core.spi;

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
}
