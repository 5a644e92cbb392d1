package cal.sample.orb.adapter;

import cal.core.ActivityCapture;
import cal.core.WorkingContext;
import cal.sample.orb.OrbServer;

/** Binds JacORB, cut into steps, to CAL: which calls are activities, in which stage. */
aspect OrbActivities {
  declare parents: OrbServer implements WorkingContext;

  static aspect Connection extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean Conversation.serve());

    protected java.net.Socket awaits(Object target) {
      return target instanceof Conversation connection ? connection.awaited() : null;
    }
  }

  static aspect Request extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(void Dispatch.run());

    /** A request awaits nothing: workers of a loop run requests, without a thread for each. */
    protected java.net.Socket awaits(Object target) { return null; }
  }
}
