package cal.core.internal.activity;

import cal.core.internal.generation.Generation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The stages at work in the calling thread: of its activities, of the callers in a wait for those,
 * and of activities run in the place of a worker. A wait for any of these stages could be for ever.
 * Stateless.
 */
public final class CallChain {
  private CallChain() {}

  /** Whether the calling thread works for a stage. */
  public static boolean has(ActivityStage stage) {
    return any(one -> one == stage);
  }

  /** Whether any of the stages passes the test. */
  public static boolean any(Predicate<ActivityStage> test) {
    return any(AttachedThread.current(), test);
  }

  /** The stages, each once. */
  public static List<ActivityStage> stages() {
    Set<ActivityStage> stages = new LinkedHashSet<>();
    any(
        stage -> {
          stages.add(stage);
          return false;
        });
    return List.copyOf(stages);
  }

  /** Whether the calling thread is an event loop's: nothing may keep a loop. */
  public static boolean onEventLoop() {
    for (AttachedThread w = AttachedThread.current(); w != null; w = w.outer()) {
      StagedActivity activity = w.own();
      Generation by = activity == null ? null : activity.runBy();
      // Its stage may have another model by now.
      if (by == null ? w.stage().onEventLoop() : by.model().eventLoop()) {
        return true;
      }
    }
    return false;
  }

  private static boolean any(AttachedThread worker, Predicate<ActivityStage> test) {
    return anyActivity(worker, activity -> test.test(activity.stage()));
  }

  /** The same of the activities of a thread: the calling thread, or a thread that stands still. */
  public static boolean anyActivity(AttachedThread worker, Predicate<StagedActivity> test) {
    for (AttachedThread w = worker; w != null; w = w.outer()) {
      StagedActivity activity = w.own();
      if (activity != null
          && (test.test(activity) || anyActivity(activity.waitingWorker(), test))) {
        return true;
      }
    }
    return false;
  }
}
