package cal.sample.upload;

import cal.core.ActivityCapture;

/** Binds the computations of both services: stages of their own, which can run elsewhere. */
aspect ComputingActivities {
  static aspect Factorization extends ActivityCapture {
    protected pointcut captureHandOff(): call(java.util.List Factorizer.factorize(..));
  }

  static aspect Checksum extends ActivityCapture {
    protected pointcut captureHandOff(): call(int cal.sample.upload.Checksum.of(..));
  }
}
