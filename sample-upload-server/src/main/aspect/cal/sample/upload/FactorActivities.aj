package cal.sample.upload;

import cal.core.ActivityCapture;

/** Binds the arithmetic of the factor service: a stage of its own, which can run elsewhere. */
aspect FactorActivities {
  static aspect Factorization extends ActivityCapture {
    protected pointcut captureHandOff(): call(java.util.List Factorizer.factorize(..));
  }
}
