package cal.core.internal.stage;

import cal.core.internal.admission.Admission;
import cal.core.spi.ActivityScheduler.LeftActivity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Closes the targets of activities that wait for their next request: after a time, or where they
 * keep all workers or places from others. For one thread at a time.
 */
final class IdleLook {
  /** How long a client is silent at least before its worker or place goes to another. */
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So many looks in a row find nothing free: in one, a thread may be on its way to work. */
  private static final int LOOKS = 2;

  /** The part of all places that is made free at a time: one acceptor waits for many clients. */
  private static final int PART = 100;

  /**
   * An activity whose client is silent. Immutable.
   *
   * @param since when it began to wait
   * @param inWait in which wait; 0 where it was left without a worker
   */
  private record Idle(StagedActivity activity, long since, int inWait) {}

  private final OpenStage stage;
  private final Generations scheduler;
  private final Admission admission;
  private final Closings closings;
  private int starved;

  IdleLook(OpenStage stage, Generations scheduler, Admission admission) {
    this.stage = stage;
    this.scheduler = scheduler;
    this.admission = admission;
    this.closings = new Closings(stage.name());
  }

  /** Where nothing is free and others wait, closes as many as wait, the longest idle first. */
  void makeRoom(long now) {
    int callers = admission.callers();
    int queued = callers == 0 ? starving() : 0;
    if (callers + queued == 0) {
      starved = 0;
    } else if (++starved >= LOOKS) {
      starved = 0; // those that are closed now need a moment to end
      long moment = now - LEAST_NANOS;
      if (callers > 0) {
        close(moment, Math.max(callers, admission.limit() / PART), any -> true);
      } else {
        close(moment, queued, this::isOfPresent);
      }
    }
  }

  /** How many wait for a worker of the present generation, where all of those are taken. */
  private int starving() {
    Generation present = scheduler.current();
    int waiting = present.scheduler().bounded() ? present.scheduler().waiting().size() : 0;
    return waiting > 0 && allTaken() ? waiting : 0;
  }

  private boolean allTaken() {
    int[] taken = {0, 0};
    stage.attached().forEachRunning((worker, one) -> taken[isOfPresent(one) ? 0 : 1]++);
    int others = stage.attached().all().size() - taken[1];
    return taken[0] >= Math.min(others, stage.intake().workersAtMost());
  }

  /** Whether the end of an activity frees a worker for what is new. */
  private boolean isOfPresent(StagedActivity activity) {
    return activity.runBy() == scheduler.current();
  }

  /** Closes all that have been idle since a moment, or longer. */
  void closeIdleBefore(long moment) {
    close(moment, Integer.MAX_VALUE, any -> true);
  }

  private void close(long moment, int most, Predicate<StagedActivity> which) {
    List<Idle> idle = new ArrayList<>();
    stage
        .attached()
        .forEachRunning(
            (worker, activity) -> {
              int wait = activity.silentBefore(moment);
              if (wait != 0 && activity.closesTarget() && which.test(activity)) {
                idle.add(new Idle(activity, activity.since(), wait));
              }
            });
    for (LeftActivity one : scheduler.left()) {
      StagedActivity activity = (StagedActivity) one.activity();
      if (one.since() - moment <= 0 && activity.closesTarget() && which.test(activity)) {
        idle.add(new Idle(activity, one.since(), 0));
      }
    }
    idle.sort(Comparator.comparingLong(one -> one.since() - moment));
    List<Idle> longest = List.copyOf(idle.subList(0, Math.min(most, idle.size())));
    if (!longest.isEmpty()) {
      closings.begin(() -> closings(longest));
    }
  }

  private List<Runnable> closings(List<Idle> longest) {
    List<Runnable> all = new ArrayList<>();
    IdentityHashMap<Object, Idle> left = new IdentityHashMap<>();
    for (Idle one : longest) {
      if (one.inWait() == 0) {
        left.put(one.activity(), one);
      } else {
        all.add(() -> one.activity().closeIfSilent(one.inWait()));
      }
    }
    if (!left.isEmpty()) {
      all.add(() -> endLeft(left));
    }
    return all;
  }

  /** Those without a worker get one, and end there, unless their input has come meanwhile. */
  private void endLeft(IdentityHashMap<Object, Idle> left) {
    scheduler.resume(
        activity -> left.containsKey(activity) && !((StagedActivity) activity).hasInput(),
        claimed -> {
          Idle one = left.get(claimed.activity());
          if (one != null && claimed.since() == one.since()) { // or another is there by now
            one.activity().cut();
          }
        });
  }
}
