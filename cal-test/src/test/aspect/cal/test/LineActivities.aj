package cal.test;

import cal.core.ActivityCapture;
import cal.core.WorkingContext;

/** Binds a server wrongly: a prompt, or a line that is there already, comes before the read. */
aspect LineActivities {
  declare parents: LineServer implements WorkingContext;

  static aspect LineAccept extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean LineServer.accept());
  }

  static aspect Line extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean LineConnection.serve());

    protected java.net.Socket awaits(Object target) {
      return ((LineConnection) target).socket;
    }
  }
}
