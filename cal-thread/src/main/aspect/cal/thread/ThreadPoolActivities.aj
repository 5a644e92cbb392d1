package cal.thread;

import cal.core.ActivityCapture;

/** Captures activities for a stage that is pinned to the model {@code thread-pool}. */
public abstract aspect ThreadPoolActivities extends ActivityCapture {
  @Override
  protected String model() {
    return ThreadPoolModel.NAME;
  }
}
