package com.acme;

import cal.core.ActivityCapture;

/** The bindings.jar of the documents. */
aspect MainActivities {
  static aspect Accept extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean Main.accept(..));
  }

  static aspect Connection extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean server.Connection.serve());
  }
}
