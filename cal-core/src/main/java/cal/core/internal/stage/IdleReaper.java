package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.EarlyClosing;
import cal.core.internal.activity.InputWait;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.admission.Permits;
import cal.core.internal.generation.Generation;
import cal.core.internal.support.Log;
import cal.core.spi.ActivityScheduler.LeftActivity;
import cal.core.spi.StageStatus;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Closes the targets of activities in a wait for their next request: after a time-out, or where
 * they keep all workers or places from others. For one thread at a time.
 *
 * <p>They do so where others wait, and no worker or place has come free for a second. A pool with
 * free workers closes nobody, however many wait.
 */
final class IdleReaper {
  /**
   * How long a client is silent at least before its worker or place goes to another, and nothing
   * has come free.
   */
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The part of all places made free at a time: an acceptor waits for many clients. */
  private static final int PART = 100;

  /**
   * An activity whose client is silent. Immutable.
   *
   * @param since when it began to wait
   * @param inWait in which wait; 0 where it was left without a worker
   */
  private record Idle(StagedActivity activity, long since, int inWait) {}

  private final ActivityStage stage;
  private final Generations scheduler;
  private final Permits permits;
  private final Closings closings;

  /** Whether others waited at the last look; if so, the count of free places, and since when. */
  private boolean stuck;

  private long freed;
  private long stuckSince;
  private long lookedAt;

  /** Whether the log was told of clients closed for others. */
  private boolean told;

  /** Whether the log was told that nobody can be closed, since others began to wait. */
  private boolean toldFull;

  IdleReaper(ActivityStage stage, Generations scheduler) {
    this.stage = stage;
    this.scheduler = scheduler;
    this.permits = scheduler.permits();
    this.closings = new Closings(stage.name());
  }

  /** Where others wait and nothing comes free, closes as many as wait, the longest idle first. */
  void makeRoom(long now) {
    int callers = permits.callers();
    int queued = callers == 0 ? starving() : 0;
    if (callers + queued == 0) {
      stuck = false;
      toldFull = false;
    } else if (isStuck(now, callers > 0)) {
      stuck = false; // those that are closed now need a moment to end
      int closed =
          callers > 0
              ? close(now - LEAST_NANOS, Math.max(callers, permits.limit() / PART), any -> true)
              : close(now - LEAST_NANOS, queued, this::isOfPresent);
      if (closed > 0 && !told) {
        told = true; // once: a closed client finds nothing in the log
        tell(
            callers > 0,
            callers + queued,
            ", so clients that ask for nothing are closed, the longest idle first",
            ", or say in the binding which clients only listen (listens)");
      } else if (closed == 0 && !toldFull) {
        toldFull = true;
        tell(callers > 0, callers + queued, ", with no idle client that CAL may close", "");
      }
    }
  }

  /**
   * Whether nothing has come free since a second ago, though others have waited since then. A
   * process held by the system, as a container may be, counts that second anew.
   */
  private boolean isStuck(long now, boolean places) {
    StageStatus counts = stage.numbers().status();
    long free = places ? counts.completed() + counts.failed() : counts.steps();
    boolean held = now - lookedAt > LEAST_NANOS;
    lookedAt = now;
    if (!stuck || free != freed || held) {
      stuck = true;
      freed = free;
      stuckSince = now;
    }
    return now - stuckSince >= LEAST_NANOS;
  }

  private void tell(boolean places, int waiting, String so, String remedy) {
    Log.log(
        Level.WARNING,
        "stage="
            + stage.name()
            + ": no "
            + (places ? "place" : "thread")
            + " has come free for a second, and "
            + waiting
            + " wait"
            + so
            + "; raise "
            + stage.numbers().roomSettings(places)
            + (places ? "" : ", or choose a model with a thread for each, such as virtual")
            + remedy,
        null);
  }

  /** The activities waiting for a worker of the present generation, where all workers are taken. */
  private int starving() {
    Generation present = scheduler.current();
    int waiting = present.scheduler().bounded() ? present.scheduler().waiting().size() : 0;
    return waiting > 0 && allTaken() ? waiting : 0;
  }

  private boolean allTaken() {
    int[] taken = {0, 0};
    stage.attached().forEachRunning((worker, one) -> taken[isOfPresent(one) ? 0 : 1]++);
    int others = stage.attached().all().size() - taken[1];
    return taken[0] >= Math.min(others, scheduler.current().workersAtMost());
  }

  /** Whether the end of an activity frees a worker for new activities. */
  private boolean isOfPresent(StagedActivity activity) {
    return activity.runBy() == scheduler.current();
  }

  /** Closes all activities idle since a moment, or longer. */
  void closeIdleBefore(long moment) {
    close(moment, Integer.MAX_VALUE, any -> true);
  }

  /** Begins to close some activities idle since a moment; returns the number. */
  private int close(long moment, int most, Predicate<StagedActivity> which) {
    List<Idle> idle = new ArrayList<>();
    stage
        .attached()
        .forEachRunning(
            (worker, activity) -> {
              if (activity.closesTarget() && which.test(activity)) {
                InputWait input = activity.input();
                int wait = input == null ? 0 : input.silentBefore(moment);
                if (wait != 0) {
                  idle.add(new Idle(activity, input.since(), wait));
                }
              }
            });
    for (LeftActivity one : scheduler.left()) {
      StagedActivity activity = (StagedActivity) one.activity();
      if (one.since() - moment <= 0
          && activity.closesTarget()
          && !listens(activity)
          && which.test(activity)) {
        idle.add(new Idle(activity, one.since(), 0));
      }
    }
    idle.sort(Comparator.comparingLong(one -> one.since() - moment));
    List<Idle> longest = List.copyOf(idle.subList(0, Math.min(most, idle.size())));
    if (!longest.isEmpty()) {
      closings.begin(() -> closings(longest));
    }
    return longest.size();
  }

  private static boolean listens(StagedActivity activity) {
    return activity.input() != null && activity.input().isListener();
  }

  private static boolean hasInput(StagedActivity activity) {
    return activity.input() != null && activity.input().hasInput();
  }

  private List<Runnable> closings(List<Idle> longest) {
    List<Runnable> all = new ArrayList<>();
    IdentityHashMap<Object, Idle> left = new IdentityHashMap<>();
    for (Idle one : longest) {
      if (one.inWait() == 0) {
        left.put(one.activity(), one);
      } else {
        all.add(EarlyClosing.ofSilent(one.activity(), one.inWait()));
      }
    }
    if (!left.isEmpty()) {
      all.add(() -> endLeft(left));
    }
    return all;
  }

  /** Activities without a worker get a worker, and end there, unless input has come meanwhile. */
  private void endLeft(IdentityHashMap<Object, Idle> left) {
    scheduler.resume(
        activity -> left.containsKey(activity) && !hasInput((StagedActivity) activity),
        claimed -> {
          Idle one = left.get(claimed.activity());
          if (one != null && claimed.since() == one.since()) { // or another is there by now
            one.activity().cut();
          }
        });
  }
}
