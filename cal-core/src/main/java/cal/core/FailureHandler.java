package cal.core;

import cal.core.spi.CapturedActivity;

/**
 * Told of every activity that failed, once each, but for those that a drain closed or interrupted.
 * Must be thread-safe.
 */
@FunctionalInterface
public interface FailureHandler {
  /**
   * Takes note of a failure, on the thread that ran the activity.
   *
   * @param activity the activity, already ended, its target closed
   * @param failure what its step threw
   */
  void failed(CapturedActivity activity, Throwable failure);
}
