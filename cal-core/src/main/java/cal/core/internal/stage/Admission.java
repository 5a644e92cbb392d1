package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.Ending;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.activity.StagedActivity.Life;
import cal.core.internal.activity.StepInterceptors;
import cal.core.internal.admission.Counters;
import cal.core.internal.admission.Decision;
import cal.core.internal.admission.DrainedContexts;
import cal.core.internal.admission.OverloadControl;
import cal.core.internal.admission.Permits;
import cal.core.internal.admission.Refusal;
import cal.core.internal.admission.Waits;
import cal.core.internal.support.KeepAlive;
import cal.core.internal.support.StackRoom;

/**
 * Admission to a stage: may an activity come in, its start, and its permit back.
 *
 * <pre>
 *   spawn, handOff ---------&gt; permit? --yes--&gt; ADMITTED --&gt; start --&gt; begin --&gt; ... --&gt; leave
 *                               | no                                    |
 *                               v                                       v
 *                       AdmissionQueue: when-full                refused, if too late
 *          block: the caller waits      caller-runs: it runs the activity      reject: refused
 * </pre>
 *
 * <p>A permit is held from the admission of an activity to its end; between two steps none is taken
 * or given back, so an admitted activity never waits here again. Bounded queues in front of bounded
 * pools, as in SEDA (Welsh et al., SOSP 2001), with two differences: no wait closes a circle of
 * stages ({@link Waits}), and lateness is decided by time, as in CoDel, not by length ({@link
 * OverloadControl}). An activity that has waited beyond {@code queue-deadline} is refused at its
 * begin.
 *
 * <p>Each kind of activity comes in by itself, and knows what a refusal means to it: {@link
 * #spawn}, {@link HandOff#make}, {@link Adoption#start}. Thread-safe.
 */
final class Admission {
  private final ActivityStage stage;
  private final Generations scheduler;
  private final Permits permits;
  private final Counters counters;
  private final AdmissionQueue queue;
  private final OverloadControl overload;
  private final KeepAlive keepAlive;
  private final DrainedContexts drained;

  /** Null where nothing goes with activities. */
  private final StepInterceptors interceptors;

  Admission(ActivityStage stage, Generations scheduler, RuntimeParts commons) {
    this.stage = stage;
    this.scheduler = scheduler;
    this.permits = scheduler.permits();
    this.overload = permits.overload();
    this.counters = stage.counters();
    this.queue = new AdmissionQueue(stage, scheduler, commons.waits());
    this.keepAlive = commons.keepAlive();
    this.drained = commons.drained();
    this.interceptors = commons.interceptors();
  }

  /**
   * Starts a spawned activity, or refuses it as the full-policy says. Never throws, unless the
   * caller has no stack left: then nothing was captured, and the call has failed as unwoven.
   */
  void spawn(SpawnedActivity activity) {
    StackRoom.require(); // for whatever comes of it: a start, a run on this thread, a refusal
    boolean entered = false;
    try {
      Decision decision = Decision.CLOSED;
      if (takes(activity)) {
        intercept(activity);
        decision = enter(activity);
      }
      entered = decision == Decision.ADMITTED || decision == Decision.CALLER_RUNS;
      switch (decision) {
        case ADMITTED -> start(activity);
        case CALLER_RUNS -> runInCaller(activity);
        default -> refuse(activity, decision.refusal());
      }
    } catch (Throwable broken) {
      if (entered ? neverStarts(activity) : activity.take()) {
        Ending.refuse(activity, Refusal.NO_WORKER, broken);
      }
    }
  }

  private static void refuse(SpawnedActivity activity, Refusal reason) {
    if (activity.take()) {
      Ending.refuse(activity, reason, null);
    }
  }

  /** Whether calls proceed in their caller. */
  boolean inPlace() {
    return scheduler.current().inPlace();
  }

  /** Whether neither the stage nor the activity's context drains. */
  boolean takes(StagedActivity activity) {
    return !stage.draining() && !drained.drains(activity);
  }

  /** Gives an activity its interceptors. Never throws. */
  void intercept(StagedActivity activity) {
    if (interceptors != null) {
      activity.interceptedBy(interceptors.of(activity));
    }
  }

  /** Asks for a permit, unless the client comes too late. */
  Decision enter(StagedActivity activity) {
    return refusesLate(activity) && !overload.admit(System.nanoTime(), activity.arrived())
        ? Decision.OVERLOADED
        : enter();
  }

  /** Which connections come too late. */
  OverloadControl overload() {
    return overload;
  }

  private boolean refusesLate(StagedActivity activity) {
    return activity.arrived() != 0 && scheduler.settings().refusesLate();
  }

  /** Asks for a permit, as the full-policy says. */
  Decision enter() {
    return permits.tryEnter() ? Decision.ADMITTED : queue.spawn();
  }

  /** Takes a permit only where a worker is free at once. */
  boolean enterUnqueued() {
    if (!permits.tryEnter()) {
      return false;
    }
    if (permits.inFlight() <= workersAtMost()) {
      return true;
    }
    permits.leave();
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
  Decision enterHandOff(StagedActivity call) {
    call.queue(System.nanoTime());
    return queue.handOff();
  }

  /** Takes a permit beyond the limit. */
  void overdraw() {
    permits.overdraw();
  }

  /** Counts the waiters for an admitted activity, where not all wait. */
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

  /** Begins an activity now; returns the reason for a refusal after too long a wait, or null. */
  Refusal begin(StagedActivity activity) {
    if (isLate(activity)) {
      return Refusal.LATE;
    }
    if (refusesLate(activity) && !overload.begin(System.nanoTime(), activity.arrived())) {
      return Refusal.OVERLOADED;
    }
    activity.dequeue();
    return null;
  }

  /** Whether an activity is refused before its begin, after too long a wait. */
  boolean isLate(StagedActivity activity) {
    long deadline = scheduler.settings().queueDeadline();
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
    activity.leaveGeneration();
    return true;
  }

  /** Runs an admitted activity on the calling thread. */
  void runInCaller(StagedActivity activity) {
    stage.attached().runInCaller(activity);
  }

  /** Keeps the JVM for an activity with a thread, where anybody waits for the end. */
  void keepJvm(StagedActivity activity) {
    if (activity.keepsJvm()) {
      keepAlive.ensure();
    }
  }

  /** First the count, then the permit: meanwhile another activity must not seem a daemon. */
  void leave(StagedActivity activity) {
    count(activity, -1);
    permits.leave();
    activity.left();
  }

  private void count(StagedActivity activity, int change) {
    Life life = activity.life();
    if (life != Life.AWAITED) {
      counters.addUnawaited(change, life == Life.DAEMON);
    }
  }
}
