package cal.core;

import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Knows whether an activity waits for its next input: the reads that woven code makes. A drain
 * closes activities that wait for the first input of a step, and lets the others end their step.
 *
 * <p>Woven into every server; outside an activity it does nothing. A read made by code that is not
 * woven is not seen: its activity counts as busy until the deadline.
 */
aspect InputSeam {
  /** {@code read_long} and the like of CORBA take from a message that has been read. */
  private pointcut input():
      !within(cal.core..*) && !call(* java.io.InputStream+.read_*(..))
          && (call(* java.io.InputStream+.read*(..)) || call(* java.io.Reader+.read*(..))
              || call(java.net.Socket java.net.ServerSocket+.accept()))
          && !target(java.io.FileInputStream) && !target(java.io.ByteArrayInputStream);

  @SuppressAjWarnings("adviceDidNotMatch")
  before(): input() {
    CapturedActivity activity = Carrier.currentActivity();
    if (activity != null) {
      activity.beforeInput();
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after(): input() {
    CapturedActivity activity = Carrier.currentActivity();
    if (activity != null) {
      activity.afterInput();
    }
  }
}
