package cal.core.internal.socket;

import cal.core.internal.admission.Backlog;
import cal.core.internal.support.WeakIdentityMap;
import java.net.ServerSocket;

/** The backlogs of the listeners from which activities accept. Thread-safe. */
final class Backlogs {
  private static final WeakIdentityMap<Backlog> ALL = new WeakIdentityMap<>();

  private Backlogs() {}

  /** The backlog of a bound listener. Never throws for the listener, perhaps the server's. */
  static Backlog of(ServerSocket listener) {
    return ALL.get(listener, () -> new Backlog(new ListenerTable(portOf(listener))));
  }

  /** 0, at which nobody listens, where the server's own class does not tell. */
  private static int portOf(ServerSocket listener) {
    try {
      return listener.getLocalPort();
    } catch (RuntimeException untold) {
      return 0;
    }
  }
}
