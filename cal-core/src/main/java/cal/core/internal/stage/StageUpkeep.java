package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.Ending;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.admission.Refusal;
import cal.core.internal.support.Log;
import cal.core.spi.ActivityScheduler;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The upkeep of a stage: refuses late activities in the queue, closes silent clients. Takes no
 * time, and never throws. Thread-safe.
 */
public final class StageUpkeep {
  /** Reads looked at, of many. */
  private static final int FEW = 64;

  private final ActivityStage stage;
  private final Generations scheduler;
  private final ModelSwitch switching;
  private final Admission admission;
  private final Closings late;
  private final IdleReaper idle;

  /** Guarded by this, as below: looks at input so far. */
  private int looks;

  /** Whether the last look has found input that waits in a read. */
  private boolean inputWaits;

  StageUpkeep(
      ActivityStage stage, Generations scheduler, ModelSwitch switching, Admission admission) {
    this.stage = stage;
    this.scheduler = scheduler;
    this.switching = switching;
    this.admission = admission;
    this.late = new Closings(stage.name());
    this.idle = new IdleReaper(stage, scheduler);
  }

  /**
   * Has models try again for missing threads, refuses what has waited too long for a worker, and
   * makes room where silent clients keep all.
   *
   * @param now by {@link System#nanoTime}
   */
  public synchronized void atQueue(long now) {
    try {
      scheduler.queues().forEach(ActivityScheduler::retry);
      refuseLate();
      idle.makeRoom(now);
    } catch (Throwable unknowable) {
      unseen(unknowable);
    }
  }

  /**
   * Looks whose input has come: of activities that wait for a worker, and of those that wait in a
   * read. Their threads may wait for a core then, which nothing else tells. Of many reads a few are
   * looked at, others each time, and all once some input is there.
   */
  public synchronized void atInput() {
    if (stage.shedding() == null) {
      return;
    }
    try {
      StagedActivity.all(scheduler.waiting()).forEach(StageUpkeep::look);
      int every = inputWaits ? 1 : Math.max(1, stage.attached().all().size() / FEW);
      int[] number = {++looks};
      inputWaits = false;
      stage
          .attached()
          .forEachRunning((worker, one) -> inputWaits |= number[0]++ % every == 0 && look(one));
    } catch (Throwable unknowable) {
      unseen(unknowable);
    }
  }

  private static boolean look(StagedActivity one) {
    return one instanceof SheddingActivity shedding && shedding.look();
  }

  /**
   * Closes clients after too long a silence, and former models without a closer.
   *
   * @param now by {@link System#nanoTime}
   */
  public synchronized void atSilent(long now) {
    try {
      switching.retireFormer();
      long timeout = scheduler.settings().idleTimeout();
      if (timeout > 0) {
        idle.closeIdleBefore(now - timeout);
      }
    } catch (Throwable unknowable) {
      unseen(unknowable);
    }
  }

  /** A worker would refuse late activities, too; but all workers may be kept for long. */
  private void refuseLate() {
    if (scheduler.settings().queueDeadline() > 0 && scheduler.queues().anyMatch(this::hasLate)) {
      late.begin(() -> scheduler.queues().filter(this::hasLate).flatMap(this::takeLate).toList());
    }
  }

  private boolean hasLate(ActivityScheduler queue) {
    return StagedActivity.all(queue.waiting()).stream().anyMatch(admission::isLate);
  }

  /** The ends of late activities; the others wait on in their queue. */
  private Stream<Runnable> takeLate(ActivityScheduler queue) {
    List<Runnable> ends = new ArrayList<>();
    for (StagedActivity activity : StagedActivity.all(queue.withdraw())) {
      if (admission.isLate(activity)) {
        ends.add(() -> activity.giveUp(new Ending.Late(Refusal.LATE)));
      } else {
        waitOn(activity, queue);
      }
    }
    return ends.stream();
  }

  private static void waitOn(StagedActivity activity, ActivityScheduler queue) {
    try {
      queue.start(activity);
    } catch (Throwable closed) {
      activity.giveUp(closed);
    }
  }

  private void unseen(Throwable unknowable) {
    Log.log(Level.DEBUG, "stage=" + stage.name() + " cannot be looked at", unknowable);
  }
}
