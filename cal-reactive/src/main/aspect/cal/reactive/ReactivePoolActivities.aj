package cal.reactive;

import cal.core.ActivityCapture;

/** Captures activities for a stage that is pinned to the model {@code reactive-pool}. */
public abstract aspect ReactivePoolActivities extends ActivityCapture {
  @Override
  protected String model() {
    return ReactivePoolModel.NAME;
  }
}
