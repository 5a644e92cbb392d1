package cal.thread;

import cal.core.ActivityCapture;

/** Captures activities for a stage that is pinned to the model {@code thread}. */
public abstract aspect ThreadActivities extends ActivityCapture {
  @Override
  protected String model() {
    return ThreadModel.NAME;
  }
}
