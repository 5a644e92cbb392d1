package cal.core.internal.stage;

import cal.core.internal.activity.StagedActivity;
import cal.core.internal.generation.Generation;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;

/**
 * The way of activities from one generation of a stage to the next: between two steps, or out of a
 * queue. Each is counted by both on the way, so that neither is closed. Thread-safe.
 */
final class Migration {
  private final Generations generations;

  Migration(Generations generations) {
    this.generations = generations;
  }

  /** Whether a generation has room for all activities in flight. */
  private boolean fits(Generation next) {
    return !next.inPlace() && generations.permits().inFlight() <= next.scheduler().capacity();
  }

  /** Whether an activity between two steps is another thread's now, of the present generation. */
  boolean takesOver(StagedActivity activity) {
    Generation by = activity.runBy();
    return by != generations.current() && by != null && goesOver(activity);
  }

  private boolean goesOver(StagedActivity activity) {
    Generation before = activity.runBy();
    if (activity.stays()) {
      return false;
    }
    Generation next = generations.enter();
    if (next == before || !fits(next)) {
      next.leave();
      return false;
    }
    activity.passOn();
    activity.runBy(next);
    try {
      next.scheduler().start(activity);
    } catch (Throwable none) {
      if (activity.stay()) {
        activity.runBy(before);
        next.leave();
        Log.log(Level.WARNING, activity + " stays with " + before.model().name(), none);
        return false;
      }
    }
    before.leave();
    return true;
  }

  /** Gives the waiting activities of a generation to the next, where there is room for all. */
  void passOnWhatWaits(Generation before, Generation next) {
    if (fits(next)) {
      before.scheduler().withdraw().forEach(one -> pass((StagedActivity) one, before));
    }
  }

  /** Gives the present generation an activity without a thread. Never throws. */
  private void pass(StagedActivity activity, Generation before) {
    Generation next = generations.enter();
    boolean goes = !next.inPlace(); // back to where it waited otherwise
    if (goes) {
      if (activity.begun()) {
        activity.passOn();
      }
      activity.runBy(next);
    }
    try {
      activity.runBy().scheduler().start(activity);
    } catch (Throwable none) {
      activity.giveUp(none);
    }
    (goes ? before : next).leave();
  }
}
