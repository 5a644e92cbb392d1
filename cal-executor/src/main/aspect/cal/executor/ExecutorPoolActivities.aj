package cal.executor;

import cal.core.ActivityCapture;

/** Captures activities for a stage that is pinned to the model {@code executor-pool}. */
public abstract aspect ExecutorPoolActivities extends ActivityCapture {
  @Override
  protected String model() {
    return ExecutorPoolModel.NAME;
  }
}
