package cal.core.internal.admission;

import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import cal.core.internal.support.Thrown;
import cal.core.internal.support.WeakIdentityMap;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.ServerSocket;
import java.util.Locale;

/**
 * Accepts that have failed, by their exceptions. The exception reaches the server's own code, as
 * unwoven. Where the exception then ends the accepting activity, the listener is closed: unwoven
 * the server's {@code main} would end, and its port. Clients of an open port without an acceptor
 * would wait for ever. Thread-safe.
 */
public final class FailedAccepts {
  private static final String NO_DESCRIPTOR = "open files";

  /** The listener and its accepts under way, by the exception. */
  private static final WeakIdentityMap<FailedAccepts> ALL = new WeakIdentityMap<>();

  private final ServerSocket listener;
  private final Backlog backlog;

  private FailedAccepts(ServerSocket listener, Backlog backlog) {
    this.listener = listener;
    this.backlog = backlog;
  }

  /** Notes a failed accept, on the accepting thread. */
  public static void note(Throwable failure, ServerSocket listener, Backlog backlog) {
    ALL.put(failure, new FailedAccepts(listener, backlog));
  }

  /**
   * Closes the listener of an accept whose exception has ended an activity, unless others accept
   * there. For the activity's own thread.
   */
  public static void end(String stage, Throwable failure) {
    Throwable cause = failure;
    FailedAccepts found = ALL.find(cause);
    while (found == null && cause.getCause() != null) {
      cause = cause.getCause();
      found = ALL.find(cause);
    }
    if (found != null && found.backlog.accepting() == 0 && !found.listener.isClosed()) {
      found.close(stage, cause);
    }
  }

  private void close(String stage, Throwable failure) {
    Throwable shown = failure;
    try {
      listener.close();
    } catch (IOException unclosed) {
      shown = Thrown.both(failure, unclosed);
    }
    String reason = String.valueOf(failure.getMessage());
    Log.log(
        Level.ERROR,
        "stage="
            + stage
            + ": closed "
            + Describer.describe(listener)
            + ", since its accept failed and its activity ended by that ("
            + reason
            + "): nobody would accept there any more; to go on, let the step catch the exception,"
            + " and return true"
            + (reason.toLowerCase(Locale.ROOT).contains(NO_DESCRIPTOR)
                ? "; for more open files raise ulimit -n, for fewer clients lower"
                    + " cal.max-in-flight"
                : ""),
        shown == failure ? null : shown);
  }
}
