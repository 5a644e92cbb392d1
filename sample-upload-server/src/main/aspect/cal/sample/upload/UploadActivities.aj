package cal.sample.upload;

import cal.core.ActivityCapture;
import cal.core.WorkingContext;

/** Binds both services to CAL: which calls are activities, in which stage. */
aspect UploadActivities {
  declare parents: Listener implements WorkingContext;

  static aspect Accept extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean Listener.accept());
  }

  static privileged aspect Connection extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean cal.sample.upload.Connection.serve());

    protected java.net.Socket awaits(Object target) {
      return target instanceof SocketConnection c && c.in.available() == 0 ? c.socket : null;
    }
  }

  static aspect Store extends ActivityCapture {
    protected pointcut captureHandOff():
        call(int cal.sample.upload.Store.store(..)) && target(BlockingStore);

    protected boolean blocks() { return true; }
  }
}
