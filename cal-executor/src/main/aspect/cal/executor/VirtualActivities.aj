package cal.executor;

import cal.core.ActivityCapture;

/** Captures activities for a stage that is pinned to the model {@code virtual}. */
public abstract aspect VirtualActivities extends ActivityCapture {
  @Override
  protected String model() {
    return VirtualModel.NAME;
  }
}
