package cal.executor;

import cal.core.ActivityCapture;

/** Captures activities for a stage that is pinned to the model {@code executor}. */
public abstract aspect ExecutorActivities extends ActivityCapture {
  @Override
  protected String model() {
    return ExecutorModel.NAME;
  }
}
