package cal.core.internal.stage;

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
 * keep all workers from others. For one thread at a time.
 */
final class IdleLook {
  /** How long a client is silent at least before its worker goes to another. */
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So many looks in a row find no worker free: in one, a thread may be on its way to work. */
  private static final int LOOKS = 2;

  private final OpenStage stage;
  private final ActivityScheduler scheduler;
  private final Workers workers;
  private final Closings closings;
  private int starved;

  IdleLook(OpenStage stage, ActivityScheduler scheduler, Workers workers, Closings closings) {
    this.stage = stage;
    this.scheduler = scheduler;
    this.workers = workers;
    this.closings = closings;
  }

  /**
   * Where all workers are taken and others wait, closes as many as wait, the longest idle first.
   */
  void makeRoom(long now) {
    int waiting = scheduler.waiting().size();
    if (waiting == 0 || !allTaken()) {
      starved = 0;
    } else if (++starved >= LOOKS) {
      close(now - LEAST_NANOS, waiting);
    }
  }

  private boolean allTaken() {
    int[] running = {0};
    workers.forEachRunning((worker, activity) -> running[0]++);
    return running[0] >= workers.all().size();
  }

  /** Closes all that have been idle since a moment, or longer. */
  void closeIdleBefore(long moment) {
    close(moment, Integer.MAX_VALUE);
    endLeft(moment);
  }

  private void close(long moment, int most) {
    List<StagedActivity> idle = new ArrayList<>();
    workers.forEachRunning(
        (worker, activity) -> {
          if (activity.idleBefore(moment) && activity.closesTarget()) {
            idle.add(activity);
          }
        });
    idle.sort(Comparator.comparingLong(one -> one.since() - moment));
    closings.begin(
        idle.stream().limit(most).map(one -> (Runnable) () -> close(one, moment)).toList());
  }

  /** It may have had its request meanwhile. */
  private static void close(StagedActivity activity, long moment) {
    if (activity.idleBefore(moment)) {
      activity.closeIfIdle();
    }
  }

  /** Those without a worker get one, and end there. */
  private void endLeft(long moment) {
    if (!stage.takesThreads()) {
      return;
    }
    Set<Object> ended = Collections.newSetFromMap(new IdentityHashMap<>());
    for (LeftActivity left : scheduler.left()) {
      StagedActivity activity = (StagedActivity) left.activity();
      if (left.since() - moment <= 0 && activity.closesTarget()) {
        activity.cut();
        ended.add(activity);
      }
    }
    if (!ended.isEmpty()) {
      scheduler.resume(ended::contains);
    }
  }
}
