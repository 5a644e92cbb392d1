package cal.core.internal.engine;

import cal.core.spi.ActivityCompanion;
import jdk.jfr.FlightRecorder;

/** One step of an activity, as its companion and a flight recording see it. Stateless. */
public final class Step {
  private Step() {}

  /** Loaded with the first recording. */
  private static final class Probe {
    static final ActivityStepEvent EVENT = new ActivityStepEvent();
  }

  /**
   * Runs a step on the calling thread.
   *
   * @return whether it asks for another
   * @throws Throwable what the step threw, with what its companion threw after it as suppressed; or
   *     else what the companion threw
   */
  static boolean run(StagedActivity activity) throws Throwable {
    return isRecorded() ? recorded(activity) : accompanied(activity);
  }

  /** Without a recording, JFR and its types of events are never loaded. */
  private static boolean isRecorded() {
    return FlightRecorder.isInitialized() && Probe.EVENT.isEnabled();
  }

  private static boolean recorded(StagedActivity activity) throws Throwable {
    ActivityStepEvent event = new ActivityStepEvent();
    event.begin();
    try {
      return accompanied(activity);
    } finally {
      event.end();
      if (event.shouldCommit()) {
        event.stage = activity.stage().name();
        event.activity = activity.name();
        event.commit();
      }
    }
  }

  private static boolean accompanied(StagedActivity activity) throws Throwable {
    ActivityCompanion companion = activity.companion();
    if (companion == null) {
      return Boolean.TRUE.equals(activity.call());
    }
    companion.beforeStep();
    boolean more = false;
    Throwable failure = null;
    try {
      more = Boolean.TRUE.equals(activity.call());
    } catch (Throwable thrown) {
      failure = thrown;
    }
    failure = Companions.after(companion, failure);
    if (failure != null) {
      throw failure;
    }
    return more;
  }
}
