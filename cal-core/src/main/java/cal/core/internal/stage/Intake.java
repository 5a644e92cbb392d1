package cal.core.internal.stage;

import cal.core.internal.admission.Admission;
import cal.core.internal.admission.DrainedContexts;
import cal.core.internal.admission.Newcomers;
import cal.core.internal.admission.Refusal;
import cal.core.internal.admission.Tally;
import cal.core.internal.stage.StagedActivity.Life;
import cal.core.internal.support.KeepAlive;
import cal.core.spi.CapturedActivity;
import cal.core.spi.Turn;

/**
 * The way into a stage: whether an activity may come in, its start, and its permit back.
 *
 * <p>Each kind of activity goes this way by itself, and says what a refusal means to it: {@link
 * SpawnedActivity#spawn}, {@link HandOff#make}, {@link Adoption#start}. Thread-safe.
 */
final class Intake {
  private final OpenStage stage;
  private final Generations scheduler;
  private final Admission admission;
  private final Tally tally;
  private final Door door;
  private final Newcomers newcomers;
  private final KeepAlive keepAlive;
  private final DrainedContexts drained;

  /** Null where nothing goes with activities. */
  private final StepInterceptors interceptors;

  Intake(
      OpenStage stage, Generations scheduler, Admission admission, Tally tally, Commons commons) {
    this.stage = stage;
    this.scheduler = scheduler;
    this.admission = admission;
    this.newcomers = admission.newcomers();
    this.tally = tally;
    this.door = new Door(stage, admission, commons.waits());
    this.keepAlive = commons.keepAlive();
    this.drained = commons.drained();
    this.interceptors = commons.interceptors();
  }

  /** Whether the stage takes an activity: neither it nor the activity's context drains. */
  boolean takes(StagedActivity activity) {
    return !stage.draining() && !drained.drains(activity);
  }

  /** Gives an activity what goes with it. Never throws. */
  void intercept(StagedActivity activity) {
    if (interceptors != null) {
      interceptors.join(activity);
    }
  }

  /** Asks for a permit, unless its client comes too late. */
  Admission.Outcome enter(StagedActivity activity) {
    return refusesLate(activity) && !newcomers.admit(System.nanoTime(), activity.arrived())
        ? Admission.Outcome.OVERLOADED
        : enter();
  }

  /** Which connections come too late. */
  Newcomers newcomers() {
    return newcomers;
  }

  private boolean refusesLate(StagedActivity activity) {
    return activity.isConnection() && stage.settings().refusesLate();
  }

  /** Asks for a permit, as the full-policy says. */
  Admission.Outcome enter() {
    return admission.tryEnter() ? Admission.Outcome.ADMITTED : door.spawn();
  }

  /** Takes a permit only where a worker is free at once. */
  boolean enterUnqueued() {
    if (!admission.tryEnter()) {
      return false;
    }
    if (admission.inFlight() <= workersAtMost()) {
      return true;
    }
    admission.leave();
    return false;
  }

  /** How many run at a time at most. */
  int workersAtMost() {
    return scheduler.current().workersAtMost();
  }

  /**
   * Asks for a permit for a hand-off.
   *
   * @throws IllegalStateException if it would close a circle of stages that wait for each other
   */
  Admission.Outcome enterHandOff(StagedActivity call) {
    call.queue(System.nanoTime());
    return door.handOff();
  }

  /** Takes a permit beyond the limit. */
  void overdraw() {
    admission.overdraw();
  }

  /** Counts the waiters for an activity that holds a permit now, where not all do. */
  void admitted(StagedActivity activity) {
    count(activity, 1);
  }

  /** Starts an admitted activity. */
  void start(StagedActivity activity) {
    keepJvm(activity);
    if (!activity.isQueued()) {
      activity.queue(System.nanoTime());
    }
    activity.startBy(scheduler);
  }

  /** Begins an activity now; if it has waited too long for that, the reason for its refusal. */
  Refusal begin(StagedActivity activity) {
    if (isLate(activity)) {
      return Refusal.LATE;
    }
    if (refusesLate(activity) && !newcomers.begin(System.nanoTime(), activity.arrived())) {
      return Refusal.OVERLOADED;
    }
    activity.dequeue();
    return null;
  }

  /** Whether an activity that has not begun is refused, since it has waited too long. */
  boolean isLate(StagedActivity activity) {
    long deadline = stage.settings().queueDeadline();
    return deadline > 0
        && activity.waited(System.nanoTime()) > deadline
        && !activity.begun()
        && activity.mayBeLate();
  }

  /**
   * Whether an admitted activity that could not be started never will be, and its permit is given
   * back: what has thrown may have passed it on before.
   */
  boolean neverStarts(StagedActivity activity) {
    if (!activity.take()) {
      return false;
    }
    leave(activity);
    return true;
  }

  /** An interrupt of the caller waits for the activity's end; the activity's own ends with it. */
  void runInCaller(StagedActivity activity) {
    boolean interrupted = Thread.interrupted();
    try (AttachedThread worker = stage.attach()) {
      new CallersTurn().run(worker, activity);
    } finally {
      Thread.interrupted();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Keeps the JVM for an activity that has a thread already, where anybody waits for its end. */
  void keepJvm(StagedActivity activity) {
    if (activity.keepsJvm()) {
      keepAlive.ensure();
    }
  }

  /** First the count, then the permit: between them another activity must not seem a daemon. */
  void leave(StagedActivity activity) {
    count(activity, -1);
    admission.leave();
    activity.left();
    Generation generation = activity.runBy();
    if (generation != null) {
      generation.leave();
    }
  }

  private void count(StagedActivity activity, int change) {
    Life life = activity.life();
    if (life != Life.AWAITED) {
      tally.addUnawaited(change, life == Life.DAEMON);
    }
  }

  /** A caller that runs an activity gives nothing to others: it is within a call of its own. */
  private static final class CallersTurn extends Turn {
    @Override
    protected boolean goesOn(CapturedActivity activity) {
      return true;
    }
  }
}
