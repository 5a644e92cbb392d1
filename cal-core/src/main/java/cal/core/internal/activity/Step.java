package cal.core.internal.activity;

import cal.core.internal.region.RegionStack;
import cal.core.internal.report.ActivityStepEvent;
import cal.core.internal.support.Thrown;
import cal.core.spi.StepInterceptor;
import jdk.jfr.FlightRecorder;

/** A step of an activity, with its interceptor and its event for a flight recording. Stateless. */
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
   * @throws Throwable what the step threw, with what its interceptor threw after it as suppressed;
   *     or else what the interceptor threw
   */
  static boolean run(StagedActivity activity) throws Throwable {
    return isRecorded() ? recorded(activity) : intercepted(activity);
  }

  /** Without a recording, JFR and its types of events are never loaded. */
  private static boolean isRecorded() {
    return FlightRecorder.isInitialized() && Probe.EVENT.isEnabled();
  }

  private static boolean recorded(StagedActivity activity) throws Throwable {
    ActivityStepEvent event = new ActivityStepEvent();
    event.begin();
    try {
      return intercepted(activity);
    } finally {
      event.end();
      if (event.shouldCommit()) {
        event.commit(activity);
      }
    }
  }

  private static boolean intercepted(StagedActivity activity) throws Throwable {
    StepInterceptor interceptor = activity.interceptor();
    if (interceptor == null) {
      return Boolean.TRUE.equals(activity.step());
    }
    interceptor.beforeStep();
    boolean more = false;
    Throwable failure = null;
    try {
      more = Boolean.TRUE.equals(activity.step());
    } catch (Throwable thrown) {
      failure = thrown;
    }
    failure = StepInterceptors.after(interceptor, failure);
    if (failure != null) {
      throw failure;
    }
    return more;
  }

  /**
   * Where a step runs out of stack at the edge of a region, it may not have left that. A policy
   * that fails to let a thread out is asked once more: the guard would be held for good.
   */
  static Throwable leaveRegions(int outside, Throwable failure) {
    try {
      RegionStack.leaveOfThread(outside);
      return failure;
    } catch (Throwable inside) {
      try {
        RegionStack.leaveOfThread(outside);
      } catch (Throwable still) {
        return Thrown.both(Thrown.both(failure, inside), still);
      }
      return Thrown.both(failure, inside);
    }
  }
}
