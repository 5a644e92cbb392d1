package cal.micrometer;

import cal.core.ActivityCapture;
import cal.core.WorkingContext;

/** Binds the server of the tests. */
aspect OfficeActivities {
  declare parents: Office implements WorkingContext;

  static aspect Errand extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean Office.Errand.step());
  }

  static aspect Archive extends ActivityCapture {
    protected pointcut captureHandOff(): call(String Office.Archive.ask(..));
  }
}
