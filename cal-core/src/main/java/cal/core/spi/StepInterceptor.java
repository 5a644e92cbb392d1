package cal.core.spi;

/**
 * Goes with one activity from its capture to its end: a clock, the context of its caller. Not
 * thread-safe; steps never overlap, and each sees the state that the one before has left.
 */
public interface StepInterceptor {
  /**
   * A step begins. On the thread that runs it; an exception from here ends the activity as failed.
   */
  void beforeStep();

  /** The step has ended, whatever it threw. On the same thread. */
  void afterStep();
}
