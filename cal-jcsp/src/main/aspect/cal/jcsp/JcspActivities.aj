package cal.jcsp;

import cal.core.ActivityCapture;

/** Captures activities for a stage that is pinned to the model {@code jcsp}. */
public abstract aspect JcspActivities extends ActivityCapture {
  @Override
  protected String model() {
    return JcspModel.NAME;
  }
}
