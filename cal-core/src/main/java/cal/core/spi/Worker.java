package cal.core.spi;

/**
 * A thread, platform or virtual, for steps of activities: a single activity at a time.
 *
 * <p>A model's thread attaches a worker with {@link Stage#attach}, runs activities through the
 * worker, and closes the worker at the thread's end. {@link #run} and {@link #close} are for this
 * thread alone.
 */
public interface Worker extends AutoCloseable {
  /**
   * Runs a step of an activity on the calling thread, and ends the activity after its last step:
   * false returned, an exception, or a drain of the stage. Any other exception ends the activity,
   * too.
   *
   * @param activity for this worker alone
   * @return true if the activity has more steps to run; never throws
   */
  boolean run(CapturedActivity activity);

  /**
   * The activity run by the thread now; for other threads, a momentary view.
   *
   * @return null between two activities
   */
  CapturedActivity running();

  /**
   * The name of the attached stage.
   *
   * @return lower-case words joined by hyphens
   */
  String stageName();

  /**
   * The attached thread.
   *
   * @return a platform or a virtual thread
   */
  Thread thread();

  /** Ends the attachment of the calling thread to its stage. */
  @Override
  void close();
}
