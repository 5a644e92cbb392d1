package cal.core.spi;

import java.lang.reflect.Method;
import java.net.Socket;
import java.util.concurrent.Callable;

/**
 * An activity for models and interceptors: made at a captured call, passed on by a model, run step
 * by step by {@link Worker#run}.
 *
 * <p>Not thread-safe by itself: a model hands the activity from worker to worker with a
 * happens-before edge (a queue, a thread start), so steps never overlap.
 */
public interface CapturedActivity {
  /**
   * The stage of this activity.
   *
   * @return the stage
   */
  Stage stage();

  /**
   * The working context of this activity.
   *
   * @return the caller or else the target, whichever is a working context; null if neither is
   */
  Object context();

  /**
   * The place of the capture, for people.
   *
   * @return {@code class.method(File.java:line)} of the called procedure and its call site
   */
  String site();

  /**
   * The name of this activity, for people: its stage and object. Another thread waits for the
   * object's {@code toString()} for a second at most.
   *
   * @return for example {@code connection[UploadConnection /127.0.0.1:52110]}
   */
  String name();

  /**
   * The socket whose input begins the next step, by the binding: until input is there, the activity
   * needs no thread. Asked on the activity's thread, before the first step and after each step that
   * returned true.
   *
   * @return null if the next step is to be called now
   */
  default Socket awaits() {
    return null;
  }

  /**
   * Told, on any thread, that the awaited input of the next step was there at a time: a step whose
   * input has waited for long may be refused. For a model that finds input before it has a thread
   * for the step.
   *
   * @param when by {@link System#nanoTime}
   */
  default void inputCame(long when) {}

  /**
   * Whether the activity ends instead of the next step, since its stage or context is drained, and
   * no unanswered request has come. For any thread. A model asks once more after it has left the
   * activity without a worker: a drain may have looked just before.
   *
   * @return whether the activity is to have a worker at once, in order to end
   */
  default boolean mustEnd() {
    return false;
  }

  /**
   * Whether the last step has waited for its input, and so has left its core to others. Asked on
   * the activity's thread, between two steps.
   *
   * @return false also where nobody knows
   */
  default boolean gaveWay() {
    return false;
  }

  /**
   * The handed-off call, for a model that makes calls elsewhere, for example on another machine.
   *
   * @return the call; null for an activity other than a hand-off of a method's call
   */
  default Call handedOff() {
    return null;
  }

  /**
   * Ends the activity as failed, or as refused before its begin: for a model that cannot go on. No
   * other thread has the activity. Nothing happens after its end. Never throws.
   *
   * @param why the exception
   */
  void giveUp(Throwable why);

  /** A handed-off call, in parts. Not thread-safe: for the model with the activity. */
  interface Call {
    /**
     * The method named by the caller.
     *
     * @return the method; null for an unreadable class
     */
    Method method();

    /**
     * The called object.
     *
     * @return null for a static method
     */
    Object target();

    /**
     * The arguments, numbers and truths as objects.
     *
     * @return the arguments themselves, in their order
     */
    Object[] arguments();

    /**
     * The time of the caller's request, before any wait for a place.
     *
     * @return by {@link System#nanoTime}
     */
    long since();

    /**
     * The thread that waits for the answer. Where this thread {@linkplain ActivityScheduler#start
     * starts} the activity, a model may run the activity there.
     *
     * @return the thread of the caller
     */
    Thread waits();

    /**
     * Has the caller answered by another call in place of the method, as the single step of the
     * activity, with its result or exception.
     *
     * @param other call, asked elsewhere
     */
    void answerBy(Callable<?> other);
  }
}
