package acme;

import cal.core.ActivityCapture;
import cal.core.WorkingContext;

aspect EchoActivities {
  declare parents: EchoServer implements WorkingContext;

  static aspect Accept extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean EchoServer.accept());
  }

  static aspect Connection extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean EchoConnection.serve());
  }
}
