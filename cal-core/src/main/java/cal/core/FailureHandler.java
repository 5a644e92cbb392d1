package cal.core;

import cal.core.spi.CapturedActivity;

/**
 * Told of every failed activity, once each, except activities closed or interrupted by a drain.
 * Must be thread-safe.
 */
@FunctionalInterface
public interface FailureHandler {
  /**
   * Takes note of a failure, on the thread of the activity.
   *
   * @param activity the activity, already ended, with its target closed
   * @param failure the exception of the step
   */
  void failed(CapturedActivity activity, Throwable failure);
}
