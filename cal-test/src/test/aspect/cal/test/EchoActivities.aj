package cal.test;

import cal.core.ActivityCapture;
import cal.core.WorkingContext;

/** Binds the server of the tests. */
aspect EchoActivities {
  declare parents: EchoServer implements WorkingContext;

  static aspect Accept extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean EchoServer.accept());
  }

  static aspect Connection extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean EchoConnection.serve());

    protected java.net.Socket awaits(Object target) {
      return target instanceof EchoConnection c && c.isEmpty() ? c.socket : null;
    }
  }
}
