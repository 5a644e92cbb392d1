package cal.core.internal.stage;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.CallChain;
import cal.core.internal.activity.EarlyClosing;
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
 * A drain's view of a stage: what must end, what is closed while it waits, what is stopped.
 *
 * <p>Thread-safe. Its flags are set once, by a drain, and read before each step.
 */
public final class StageDrain {
  private final Workers workers;
  private final ActivityScheduler scheduler;
  private final Permits permits;
  private final DrainedContexts drained;

  /** Set once: activities end instead of running another step. */
  private volatile boolean draining;

  /** Set once: activities that have not begun will not begin. */
  private volatile boolean stopped;

  /** Activities that the JVM ends, since none of them returns from its call to end it. */
  private final Set<StagedActivity> exiting =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  /** Set before anything runs: what runs here are threads of the server's own. */
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

  /** Leaves what runs here at the end to the JVM, which ends it as unwoven. */
  void leaveToJvm() {
    adopts = true;
  }

  public boolean leavesToJvm() {
    return adopts;
  }

  /**
   * Looks for activities whose threads have asked for the end of the JVM. Nothing waits for them
   * from now on, nor for those that wait for one of them in a hand-off.
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

  /** How many of those that are in flight only the JVM ends. */
  int exiting() {
    return exiting.size();
  }

  boolean hasBegun() {
    return draining;
  }

  /**
   * Whether an activity must end now instead of running its next step. Once a drain has begun, that
   * is so but for one step: that of a request which has come already.
   */
  boolean mustEnd(StagedActivity activity) {
    return (activity.begun() ? draining && !activity.hasLastRequest() : stopped)
        || drainsContextOf(activity);
  }

  /**
   * Whether the context of an activity has been drained, so that it runs no other step. A call is
   * made all the same: its caller waits.
   */
  boolean drainsContextOf(StagedActivity activity) {
    return activity.waitingThread() == null && drained.drains(activity);
  }

  /** Has the targets of activities closed that wait for their next input, and ends those left. */
  public void closeAwaitingInput(Predicate<StagedActivity> which, Consumer<Runnable> closer) {
    endLeft();
    workers.forEachRunning(
        (worker, activity) -> {
          if (which.test(activity)) {
            worker.closeAwaitingInput(activity, closer);
          }
        });
  }

  /** They end on a worker: none of them runs another step. */
  private void endLeft() {
    scheduler.resume(CapturedActivity::mustEnd, ending -> {});
  }

  /**
   * Closes and interrupts what still runs, and is waited for.
   *
   * @param look finds out what threads wait for
   * @return a description of each, with its thread and what that waits for
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
