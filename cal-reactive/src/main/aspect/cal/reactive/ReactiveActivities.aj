package cal.reactive;

import cal.core.ActivityCapture;

/** Captures activities for a stage that is pinned to the model {@code reactive}. */
public abstract aspect ReactiveActivities extends ActivityCapture {
  @Override
  protected String model() {
    return ReactiveModel.NAME;
  }
}
