package cal.sample.web.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Logs requests without a possible answer: one a second, since clients decide about their number.
 * The others are logged at the level DEBUG, without a stack.
 *
 * <p>Thread-safe: two failures at a time may both be logged.
 */
public final class FailureLog {
  private static final Logger LOG = System.getLogger(FailureLog.class.getName());

  private int second = Integer.MIN_VALUE;

  /**
   * Logs a failure.
   *
   * @param cause null if there is none
   */
  void tell(String what, Throwable cause) {
    tell(what, cause, Dates.now());
  }

  void tell(String what, Throwable cause, int now) {
    if (now == second) {
      LOG.log(Level.DEBUG, () -> cause == null ? what : what + ": " + cause);
      return;
    }
    second = now;
    LOG.log(Level.WARNING, what + " (others of this second are told as DEBUG)", cause);
  }
}
