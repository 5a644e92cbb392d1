package cal.core.spi;

import java.lang.reflect.Method;
import java.net.Socket;
import java.util.concurrent.Callable;

/**
 * An activity as models and interceptors see it: made at a captured call, passed on by a model, run
 * step by step by {@link Worker#run}.
 *
 * <p>Not thread-safe by itself: a model hands it from worker to worker with a happens-before edge
 * (a queue, a thread start), so that its steps never overlap.
 */
public interface CapturedActivity {
  /**
   * The stage that this activity belongs to.
   *
   * @return the stage
   */
  Stage stage();

  /**
   * The working context that started this activity.
   *
   * @return the caller or else the target, whichever is a working context; null if neither is
   */
  Object context();

  /**
   * Where it was captured, for people.
   *
   * @return {@code class.method(File.java:line)} of the called procedure and its call site
   */
  String site();

  /**
   * The name of this activity, for people: its stage and the object it works on. Asked by another
   * thread than its own, it waits for the object's {@code toString()} for a second at most.
   *
   * @return for example {@code connection[UploadConnection /127.0.0.1:52110]}
   */
  String name();

  /**
   * The socket whose input its next step begins with, as its binding says: until that is there, the
   * activity needs no thread. Asked on its thread, before its first step and after each that
   * returned true.
   *
   * @return null if the next step is to be called now
   */
  default Socket awaits() {
    return null;
  }

  /**
   * Whether it ends instead of running its next step, since its stage or its context is drained,
   * and no request of it has come that is still to be answered. For any thread. A model that has
   * left it without a worker asks once more: a drain may have looked for it just before.
   *
   * @return whether it is to have a worker at once, in order to end
   */
  default boolean mustEnd() {
    return false;
  }

  /**
   * The call that was handed off, for a model that has it made elsewhere, on another machine for
   * example.
   *
   * @return the call; null for an activity that is no hand-off of a method's call
   */
  default Call handedOff() {
    return null;
  }

  /**
   * Ends the activity as failed, or as refused if it has not begun: for a model that cannot go on
   * with it. No other thread has it. Nothing happens if it has ended. Never throws.
   *
   * @param why what was thrown
   */
  void giveUp(Throwable why);

  /**
   * A call that was handed off, in parts. Not thread-safe: the model that has the activity reads
   * it.
   */
  interface Call {
    /**
     * The method as its caller names it.
     *
     * @return the method; null where its class cannot be read
     */
    Method method();

    /**
     * The object that is called.
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
     * When its caller asked for it, before it waited for a place.
     *
     * @return by {@link System#nanoTime}
     */
    long since();

    /**
     * The thread that waits for the answer. Where it is the one that {@linkplain
     * ActivityScheduler#start starts} the activity, a model may run it there.
     *
     * @return the thread of the caller
     */
    Thread waits();

    /**
     * Has the caller answered by something else: it is called in place of the method, as the one
     * step of the activity, and what it returns or throws is the caller's.
     *
     * @param other asks elsewhere
     */
    void answerBy(Callable<?> other);
  }
}
