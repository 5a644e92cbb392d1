package classic;

import cal.core.ActivityCapture;

/** Everybody who works does so concurrently. */
aspect ClassicActivities {
  static aspect Guests extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(void Worker.work()) && within(Worker);
  }
}
