package cal.core.spi;

/**
 * A thread, platform or virtual, that runs steps of activities: one at a time.
 *
 * <p>A model's thread attaches one with {@link Stage#attach}, runs activities through it, and
 * closes it when the thread ends. {@link #run} and {@link #close} are for that thread alone.
 */
public interface Worker extends AutoCloseable {
  /**
   * Runs one step of an activity on the calling thread, and ends the activity if that was its last:
   * it returned false, it threw, or its stage drains. Whatever else throws ends it, too.
   *
   * @param activity the activity, which no other worker runs
   * @return true if the activity has more steps to run; never throws
   */
  boolean run(CapturedActivity activity);

  /**
   * The activity that the thread runs now; for other threads, a momentary view.
   *
   * @return null between two activities
   */
  CapturedActivity running();

  /**
   * The name of the stage that it is attached to.
   *
   * @return lower-case words joined by hyphens
   */
  String stageName();

  /**
   * The thread that is attached.
   *
   * @return a platform or a virtual thread
   */
  Thread thread();

  /** Ends the attachment of the calling thread to its stage. */
  @Override
  void close();
}
