package cal.core.internal.stage;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.Ending;
import cal.core.internal.admission.Decision;
import cal.core.internal.admission.Refusal;
import cal.core.internal.support.StackRoom;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

/**
 * A stage for what a server starts without being asked: its own threads, or tasks of its executor.
 * An aspect that adopts threads has one, as a binding has its {@link OpenStage}. Thread-safe.
 */
public final class Adoption {
  private final OpenStage stage;
  private final boolean waits;

  public Adoption(OpenStage stage) {
    this(stage, true);
    stage.ending().leaveToJvm();
  }

  /**
   * An adoption of tasks, which end by themselves: a drain waits for them, and closes the stage.
   *
   * @param stage of an executor
   * @return the adoption
   */
  public static Adoption ofTasks(OpenStage stage) {
    return new Adoption(stage, true);
  }

  private Adoption(OpenStage stage, boolean waits) {
    this.stage = stage;
    this.waits = waits;
  }

  /**
   * The same stage for workers of a pool. A pool never ends a worker to make room, so one that
   * waited for a place might wait for good: it is refused, or runs beyond the limit.
   *
   * @return an adoption that has nobody wait
   */
  public Adoption withoutWaiting() {
    return new Adoption(stage, false);
  }

  public OpenStage stage() {
    return stage;
  }

  /**
   * Whether nothing is taken over: under {@code sequential} threads stay the server's.
   *
   * @return true if threads are to be left as they are
   */
  public boolean leavesThreads() {
    return stage.inPlace();
  }

  /**
   * Whether the stage takes nothing any more: what has to be run is run on threads of the JDK.
   *
   * @return true from the begin of a drain on
   */
  public boolean isDraining() {
    return stage.draining();
  }

  /**
   * Makes a thread of the model, where each activity has one of its own.
   *
   * @param name its name
   * @param body what it does: it calls {@link #run}
   * @return the thread, not started; empty where activities share what runs them
   */
  public Optional<Thread> unstarted(String name, Runnable body) {
    return stage.unstarted(name, body);
  }

  /**
   * Starts an activity on a worker of the stage.
   *
   * @param activity the work
   * @throws RejectedExecutionException if the stage refuses it
   */
  public void start(AdoptedActivity activity) {
    admitAndStart(activity, null);
  }

  /**
   * Starts an activity on its own thread. One that the server starts in a drain is not refused,
   * since the server may need it to stop.
   *
   * @param activity the work
   * @param thread what {@link #unstarted} has made for it
   * @throws RejectedExecutionException if the stage is full; the thread is not started then
   */
  public void start(AdoptedActivity activity, Thread thread) {
    admitAndStart(activity, thread);
  }

  private void admitAndStart(AdoptedActivity activity, Thread own) {
    StackRoom.require(); // a permit that is taken is given back
    stage.admission().intercept(activity);
    Decision decision = enter();
    if (own != null && (stage.draining() || !waits) && decision != Decision.ADMITTED) {
      stage.admission().overdraw();
      decision = Decision.ADMITTED;
    }
    switch (decision) {
      case ADMITTED -> {
        admitted(activity);
        startAdmitted(activity, own);
      }
      case CALLER_RUNS -> {
        admitted(activity);
        stage.admission().runInCaller(activity);
      }
      default -> throw Ending.refused(activity, activity::name, decision.refusal());
    }
  }

  private Decision enter() {
    if (stage.draining()) {
      return Decision.CLOSED;
    }
    if (waits) {
      return stage.admission().enter();
    }
    return stage.admission().enterUnqueued() ? Decision.ADMITTED : Decision.FULL;
  }

  private void admitted(AdoptedActivity activity) {
    stage.admission().admitted(activity);
    activity.admit();
  }

  private void startAdmitted(AdoptedActivity activity, Thread own) {
    try {
      activity.startsOn(own);
      stage.admission().start(activity);
    } catch (Throwable noWorker) {
      if (stage.admission().neverStarts(activity)) {
        stage.counters().addRefused();
        throw Refusal.NO_WORKER.thrown(activity.name(), stage.numbers(), noWorker);
      }
    }
  }

  /**
   * Runs an activity on the calling thread, its own; admitted here if that was started by code that
   * is not woven. It is run whatever the stage can do for it: one that is full or drains has nobody
   * to tell that it refuses, so the activity is run beyond the limit.
   *
   * @param activity the work
   */
  public void run(AdoptedActivity activity) {
    try (AttachedThread worker = stage.attach()) {
      if (!activity.admitted()) {
        admitAnyway(activity);
      }
      worker.run(activity);
    } catch (Throwable broken) {
      if (activity.admitted()) {
        activity.giveUp(broken);
      }
    }
    activity.runUnlessRun();
  }

  /** Waits for a place only where the full-policy says so, the stage not draining. */
  private void admitAnyway(AdoptedActivity activity) {
    Decision decision = enter();
    if (decision != Decision.ADMITTED && decision != Decision.CALLER_RUNS) {
      stage.admission().overdraw();
    }
    admitted(activity);
    stage.admission().keepJvm(activity);
  }

  /**
   * Gives the calling thread other thread locals, and lets CAL know it still.
   *
   * @param exchange gives them
   */
  public static void keepingWorker(Runnable exchange) {
    AttachedThread worker = AttachedThread.current();
    exchange.run();
    AttachedThread.set(worker);
  }
}
