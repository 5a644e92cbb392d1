package cal.core.spi;

import java.util.Collection;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One part of a server's pipeline, as its model sees it: what one binding captures, run under one
 * model.
 *
 * <p>Thread-safe. A stage owns its workers: no two stages share a pool. A model reads its settings
 * here and attaches its threads.
 */
public interface Stage {
  /**
   * The name of this stage, unique in its runtime.
   *
   * @return lower-case words joined by hyphens
   */
  String name();

  /**
   * The value of a setting for this stage: its own, or else the general one, or else the default.
   * It is parsed at each call: a model asks once, when the stage is opened or when what stages
   * share is made, and keeps what it reads in a record.
   *
   * @param setting the setting
   * @param <T> its type
   * @return the value, validated
   */
  <T> T setting(Setting<T> setting);

  /**
   * Whether its binding says which socket an activity awaits between two steps.
   *
   * @return false where each activity has a thread from its first step to its last
   */
  default boolean leavesSteps() {
    return false;
  }

  /**
   * Notes a mistake of its binding that shows only while activities run, for a test of the server
   * to fail by. The caller has told people. Never throws.
   *
   * @param sentence what is wrong, and the remedy
   */
  default void mistaken(String sentence) {}

  /**
   * Notes that a thread of the model is kept from its other activities, for the bean and for JFR.
   * The caller has told people.
   *
   * @param hang a sentence that names the activity
   * @param thread the thread of the activity
   * @param since when, by {@link System#nanoTime}
   * @param forGood whether others wait by now as if for good; for any thread
   * @param lasts whether the thread is kept still; for any thread
   */
  default void kept(
      String hang, Thread thread, long since, BooleanSupplier forGood, BooleanSupplier lasts) {}

  /**
   * Asks its scheduler for the {@linkplain ActivityScheduler#capacity capacity} again, which has
   * changed. Activities beyond a lesser one go on. Never waits for an activity.
   */
  default void resized() {}

  /**
   * A name for the next thread of this stage.
   *
   * @return {@code cal-<model>-<stage>-<n>}
   */
  String nextThreadName();

  /**
   * Makes the calling thread a worker of this stage, until the worker is closed.
   *
   * @return the worker, for the calling thread alone; never throws: where memory is wanting, a
   *     worker that is attached for a step at a time
   */
  Worker attach();

  /**
   * The worker that the calling thread attached to this stage.
   *
   * @return the worker, for the calling thread alone; if it attached none, one that is attached for
   *     a step at a time
   */
  Worker worker();

  /**
   * The workers that are attached now.
   *
   * @return a weakly consistent view
   */
  Collection<Worker> workers();

  /**
   * An object that the stages of one model share in a runtime, event loops for example: made once,
   * closed after all stages.
   *
   * @param type its class
   * @param maker makes it
   * @param <T> its type
   * @return the same object for every stage of the model in this runtime
   */
  <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> maker);
}
