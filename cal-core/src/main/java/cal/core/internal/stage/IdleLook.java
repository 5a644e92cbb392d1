package cal.core.internal.stage;

import cal.core.internal.admission.Admission;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.ActivityScheduler.LeftActivity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

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
   * An activity that waits for its next request. Immutable.
   *
   * @param since when
   * @param left whether it has no worker
   */
  private record Idle(StagedActivity activity, long since, boolean left) {}

  private final OpenStage stage;
  private final ActivityScheduler scheduler;
  private final Admission admission;
  private final Closings closings;
  private int starved;

  IdleLook(OpenStage stage, ActivityScheduler scheduler, Admission admission, Closings closings) {
    this.stage = stage;
    this.scheduler = scheduler;
    this.admission = admission;
    this.closings = closings;
  }

  /** Where nothing is free and others wait, closes as many as wait, the longest idle first. */
  void makeRoom(long now) {
    int wanted = wanted();
    if (wanted == 0) {
      starved = 0;
    } else if (++starved >= LOOKS) {
      close(now - LEAST_NANOS, wanted);
    }
  }

  private int wanted() {
    int callers = admission.callers();
    if (callers > 0) {
      return Math.max(callers, admission.limit() / PART);
    }
    return scheduler.bounded() && allTaken() ? scheduler.waiting().size() : 0;
  }

  private boolean allTaken() {
    int[] running = {0};
    stage.attached().forEachRunning((worker, activity) -> running[0]++);
    return running[0] >= stage.attached().all().size();
  }

  /** Closes all that have been idle since a moment, or longer. */
  void closeIdleBefore(long moment) {
    close(moment, Integer.MAX_VALUE);
  }

  private void close(long moment, int most) {
    List<Idle> idle = new ArrayList<>();
    stage
        .attached()
        .forEachRunning(
            (worker, activity) -> {
              if (activity.idleBefore(moment) && activity.closesTarget()) {
                idle.add(new Idle(activity, activity.since(), false));
              }
            });
    for (LeftActivity one : scheduler.left()) {
      StagedActivity activity = (StagedActivity) one.activity();
      if (one.since() - moment <= 0 && activity.closesTarget()) {
        idle.add(new Idle(activity, one.since(), true));
      }
    }
    idle.sort(Comparator.comparingLong(one -> one.since() - moment));
    List<Idle> longest = idle.subList(0, Math.min(most, idle.size()));
    endLeft(longest);
    closings.begin(
        longest.stream()
            .filter(one -> !one.left())
            .map(one -> (Runnable) () -> close(one.activity(), moment))
            .toList());
  }

  /** Those without a worker get one, and end there. */
  private void endLeft(List<Idle> longest) {
    Set<Object> ended = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Idle one : longest) {
      if (one.left()) {
        one.activity().cut();
        ended.add(one.activity());
      }
    }
    if (!ended.isEmpty()) {
      scheduler.resume(ended::contains);
    }
  }

  /** It may have had its request meanwhile. */
  private static void close(StagedActivity activity, long moment) {
    if (activity.idleBefore(moment)) {
      activity.closeIfIdle();
    }
  }
}
