package cal.core.internal.stage;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.CallChain;
import cal.core.internal.activity.EarlyClosing;
import cal.core.internal.activity.InputWait;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.activity.StagedActivity.Life;
import cal.core.internal.activity.Workers;
import cal.core.internal.admission.DrainedContexts;
import cal.core.internal.admission.Permits;
import cal.core.internal.region.Blockages;
import cal.core.internal.support.Closer;
import cal.core.internal.support.JvmEnd;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A drain's view of a stage: the activities to end, to close during a wait, to stop.
 *
 * <p>Thread-safe. The flags are set once, by a drain, and read before each step.
 */
public final class StageDrain {
  private final Workers workers;
  private final ActivityScheduler scheduler;
  private final Permits permits;
  private final DrainedContexts drained;

  /** Set once: activities end instead of running another step. */
  private volatile boolean draining;

  /** Set once: no activity begins any more. */
  private volatile boolean stopped;

  /** Activities ended by the JVM: none returns from its call of the end. */
  private final Set<StagedActivity> exiting =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  /** Set before anything runs: the activities are the server's own threads. */
  private volatile boolean adopts;

  StageDrain(
      Workers workers, ActivityScheduler scheduler, Permits permits, DrainedContexts drained) {
    this.workers = workers;
    this.scheduler = scheduler;
    this.permits = permits;
    this.drained = drained;
  }

  /** Refuses new activities and lets the others end after their present step. */
  void begin() {
    draining = true;
    permits.closeToSpawns();
  }

  /** Leaves the activities at the end to the JVM, as unwoven. */
  void leaveToJvm() {
    adopts = true;
  }

  public boolean leavesToJvm() {
    return adopts;
  }

  /**
   * Looks for activities whose threads have asked for the end of the JVM. Nothing waits any more
   * for such an activity, nor for its waiting callers.
   */
  public void leaveExitingToJvm() {
    for (AttachedThread worker : workers.attached()) {
      if (JvmEnd.isAskedBy(worker.thread())) {
        CallChain.anyActivity(worker, StageDrain::leaveExiting);
      }
    }
  }

  private static boolean leaveExiting(StagedActivity activity) {
    if (activity.life() == Life.AWAITED && !activity.hasLeft()) {
      activity.stage().leaveToJvm(activity);
    }
    return false;
  }

  void leaveToJvm(StagedActivity activity) {
    exiting.add(activity);
  }

  /** The activities in flight ended by the JVM alone. */
  int exiting() {
    return exiting.size();
  }

  boolean hasBegun() {
    return draining;
  }

  /**
   * Whether an activity must end now, without the next step. After the begin of a drain, that holds
   * but for a step with a request already there.
   */
  boolean mustEnd(StagedActivity activity) {
    return (activity.begun() ? draining && !hasLastRequest(activity) : stopped)
        || drainsContextOf(activity);
  }

  private static boolean hasLastRequest(StagedActivity activity) {
    InputWait input = activity.input();
    return input != null && input.hasLastRequest();
  }

  /**
   * Whether the context of an activity has been drained, so that it runs no other step. A call is
   * made all the same: its caller waits.
   */
  boolean drainsContextOf(StagedActivity activity) {
    return activity.waitingThread() == null && drained.drains(activity);
  }

  /** Closes the targets of activities in a wait for input, and ends the activities left. */
  public void closeAwaitingInput(Predicate<StagedActivity> which, Consumer<Runnable> closer) {
    endLeft();
    workers.forEachRunning(
        (worker, activity) -> {
          if (which.test(activity)) {
            worker.closeAwaitingInput(activity, closer);
          }
        });
  }

  /** Activities without a worker end on a worker, without another step. */
  private void endLeft() {
    scheduler.resume(CapturedActivity::mustEnd, ending -> {});
  }

  /**
   * Closes and interrupts the running activities.
   *
   * @param look finds the blockages of threads
   * @return a description of each activity, with its thread and the blockage
   */
  public List<String> stop(
      Predicate<StagedActivity> which, Function<List<Thread>, Blockages> look, Closer closer) {
    endLeft();
    Map<AttachedThread, StagedActivity> stragglers = new LinkedHashMap<>();
    workers.forEachRunning(
        (worker, activity) -> {
          if (activity.life() == Life.AWAITED
              && !exiting.contains(activity)
              && which.test(activity)) {
            stragglers.put(worker, activity);
          }
        });
    if (stragglers.isEmpty()) {
      return List.of();
    }
    Blockages blockages =
        look.apply(stragglers.keySet().stream().map(AttachedThread::thread).toList());
    List<String> names = new ArrayList<>();
    stragglers.forEach(
        (worker, activity) -> {
          Thread thread = worker.thread();
          names.add(activity + " on " + thread.getName() + blockages.describe(thread));
          activity.cut();
          closer.run(EarlyClosing.of(activity));
          worker.interrupt(activity);
        });
    return names;
  }

  /**
   * Ends the stage: nothing begins any more, the workers go. Those that run the server's own
   * threads stay, since the server may need these to stop.
   */
  public List<String> close(Closer closer) {
    begin();
    if (adopts) {
      return List.of();
    }
    stopped = true;
    permits.close();
    List<String> names = new ArrayList<>();
    for (StagedActivity never : StagedActivity.all(scheduler.close())) {
      names.add(never + (never.begun() ? ", between two steps" : ", never begun"));
      closer.run(() -> never.giveUp(null));
    }
    return names;
  }
}
