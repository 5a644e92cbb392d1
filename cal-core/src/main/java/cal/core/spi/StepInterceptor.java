package cal.core.spi;

/**
 * Goes with an activity from capture to end: a clock, the context of the caller. Not thread-safe;
 * steps never overlap, and each sees the state left by the step before.
 */
public interface StepInterceptor {
  /**
   * A step begins. On the thread of the step; an exception from here ends the activity as failed.
   */
  void beforeStep();

  /** The step has ended, normally or by an exception. On the same thread. */
  void afterStep();
}
