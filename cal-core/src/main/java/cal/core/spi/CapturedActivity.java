package cal.core.spi;

import java.net.Socket;

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
   * Ends the activity as failed, or as refused if it has not begun: for a model that cannot go on
   * with it. No other thread has it. Nothing happens if it has ended. Never throws.
   *
   * @param why what was thrown
   */
  void giveUp(Throwable why);
}
