package cal.sample.web;

import cal.core.*;
import cal.sample.web.http.*;

/** Binds the server to CAL: which calls are activities, in which stage. */
aspect WebActivities {
  declare parents: cal.sample.web.net.Acceptor implements WorkingContext;

  static aspect Accept extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean cal.sample.web.net.Acceptor.accept());
  }

  static privileged aspect Connection extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean cal.sample.web.net.Connection.serve());

    protected java.net.Socket awaits(Object target) {
      return target instanceof HttpConnection c && c.in.buffered() == 0 ? c.socket : null;
    }
  }

  static aspect Request extends ActivityCapture {
    protected pointcut captureHandOff(): call(boolean HttpConnection.answer());
  }

  static aspect Handlers extends ActivityCapture {
    protected pointcut captureHandOff():
        call(Response Handler.handle(..)) && target(BlockingHandler);

    protected boolean blocks() { return true; }
  }
}
