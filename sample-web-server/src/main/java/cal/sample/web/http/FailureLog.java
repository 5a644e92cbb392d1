package cal.sample.web.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Tells of requests that the server cannot answer: one a second, since clients decide how many
 * there are. The others are told at the level DEBUG, without a stack. Each is 500 in the access
 * log.
 *
 * <p>Thread-safe: two that fail in one moment may both be told.
 */
public final class FailureLog {
  private static final Logger LOG = System.getLogger(FailureLog.class.getName());

  private int second = Integer.MIN_VALUE;

  /**
   * Tells of one.
   *
   * @param cause null where there is none
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
