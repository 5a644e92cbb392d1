package cal.core.spi;

/**
 * What goes with one activity from where it was captured to its end: a clock, the context of its
 * caller. Not thread-safe; steps never overlap, and each sees what the one before has left.
 */
public interface StepInterceptor {
  /** A step begins. On the thread that runs it; what this throws ends the activity as failed. */
  void beforeStep();

  /** The step has ended, whatever it threw. On the same thread. */
  void afterStep();
}
