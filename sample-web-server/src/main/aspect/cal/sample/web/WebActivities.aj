package cal.sample.web;

import cal.core.ActivityCapture;
import cal.core.WorkingContext;

/** Binds the server to CAL: which calls are activities, in which stage. */
aspect WebActivities {
  declare parents: Acceptor implements WorkingContext;

  static aspect Accept extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean Acceptor.accept());
  }

  static privileged aspect Connection extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean cal.sample.web.Connection.serve());

    protected java.net.Socket awaits(Object target) {
      return target instanceof HttpConnection c && c.in.buffered() == 0 ? c.socket : null;
    }
  }

  static aspect Handlers extends ActivityCapture {
    protected pointcut captureHandOff():
        call(Response Handler.handle(Request)) && target(BlockingHandler);

    protected boolean blocks() { return true; }
  }
}
