package cal.jcsp;

import cal.core.ActivityCapture;

/** Captures activities for a stage that is pinned to the model {@code jcsp-pool}. */
public abstract aspect JcspPoolActivities extends ActivityCapture {
  @Override
  protected String model() {
    return JcspPoolModel.NAME;
  }
}
