package cal.core.internal.socket;

import cal.core.internal.stage.AttachedThread;
import cal.core.internal.stage.StagedActivity;
import java.net.SocketTimeoutException;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Knows whether an activity waits for its next input: the reads that woven code makes. A drain
 * closes activities that wait for the first input of a step, and lets the others end their step.
 *
 * <p>Where input comes in the very moment in which a drain closes its activity, one of the two is
 * first: the request is answered, or its read throws what that of a closed socket throws, and the
 * request is not begun. A connection that an {@code accept} has accepted is not lost: closing a
 * listener does not close it. A read that {@code SO_TIMEOUT} ends has brought nothing: the request
 * is still awaited.
 *
 * <p>Woven into every server; outside an activity it does nothing. A read made by code that is not
 * woven is not seen: its activity counts as busy until the deadline.
 */
aspect InputSeam {
  /** {@code read_long} and the like of CORBA take from a message that has been read. */
  private pointcut read():
      !within(cal.core..*) && !call(* java.io.InputStream+.read_*(..))
          && (call(* java.io.InputStream+.read*(..)) || call(* java.io.Reader+.read*(..)))
          && !target(java.io.FileInputStream) && !target(java.io.ByteArrayInputStream);

  private pointcut accept():
      !within(cal.core..*) && call(java.net.Socket java.net.ServerSocket+.accept());

  @SuppressAjWarnings("adviceDidNotMatch")
  before(): read() {
    StagedActivity activity = AttachedThread.currentActivity();
    if (activity != null) {
      activity.beforeInput();
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  before(): accept() {
    StagedActivity activity = AttachedThread.currentActivity();
    if (activity != null) {
      activity.beforeAccept();
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after() returning: read() {
    StagedActivity activity = AttachedThread.currentActivity();
    if (activity != null) {
      activity.requireInput();
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after() returning: accept() {
    StagedActivity activity = AttachedThread.currentActivity();
    if (activity != null) {
      activity.afterInput();
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after() throwing(Throwable thrown): read() || accept() {
    StagedActivity activity = AttachedThread.currentActivity();
    if (activity == null) {
      return;
    }
    if (thrown instanceof SocketTimeoutException) {
      activity.inputTimedOut();
    } else {
      activity.afterInput();
    }
  }
}
