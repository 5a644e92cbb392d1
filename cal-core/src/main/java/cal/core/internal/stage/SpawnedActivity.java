package cal.core.internal.stage;

import cal.core.internal.admission.Admission;
import cal.core.internal.admission.Refusal;
import cal.core.internal.support.StackRoom;
import java.net.Socket;
import org.aspectj.lang.JoinPoint;

/**
 * An activity whose caller has gone on: nobody waits for its answer.
 *
 * <p>Its target is its own, and closed when it ends, whichever way. A failure reaches the failure
 * handler; a refusal is logged, since no caller is there to be told.
 */
public abstract class SpawnedActivity extends StagedActivity {
  /** When its client came; 0 where it is for none. */
  private final long arrived;

  /**
   * Describes a captured call.
   *
   * @param stage the stage that runs it
   * @param site the captured join point
   * @param caller the object that made the call, or null for a static caller
   * @param target the object called, or null for a static procedure
   */
  protected SpawnedActivity(
      OpenStage stage, JoinPoint.StaticPart site, Object caller, Object target) {
    super(stage, site, caller, target);
    this.arrived = target instanceof AutoCloseable ? arrivalOfClient() : 0;
  }

  /**
   * Comes into its stage and is started, or refused as the full-policy says. Never throws, unless
   * the caller has no stack left: then nothing was captured, and the call has failed as unwoven.
   */
  final void spawn() {
    StackRoom.require(); // for whatever comes of it: a start, a run on this thread, a refusal
    Intake intake = stage().intake();
    boolean entered = false;
    try {
      Admission.Outcome outcome = Admission.Outcome.CLOSED;
      if (intake.takes(this)) {
        intake.intercept(this);
        outcome = intake.enter(this);
      }
      entered = outcome == Admission.Outcome.ADMITTED || outcome == Admission.Outcome.CALLER_RUNS;
      switch (outcome) {
        case ADMITTED -> intake.start(this);
        case CALLER_RUNS -> intake.runInCaller(this);
        default -> refuse(outcome.refusal());
      }
    } catch (Throwable broken) {
      if (entered ? intake.neverStarts(this) : take()) {
        Ending.refuse(this, Refusal.NO_WORKER, broken);
      }
    }
  }

  private void refuse(Refusal reason) {
    if (take()) {
      Ending.refuse(this, reason, null);
    }
  }

  @Override
  public final Socket awaits() {
    Socket next = interrupted() ? null : stage().awaited(target());
    if (next != null) {
      readsNext(next);
    }
    return next;
  }

  @Override
  boolean namesInput() {
    return stage().leavesSteps();
  }

  @Override
  boolean saysItListens() {
    return stage().onlyListens(target());
  }

  @Override
  boolean closesTarget() {
    return target() instanceof AutoCloseable;
  }

  private static long arrivalOfClient() {
    InputWait spawner = AttachedThread.currentReader();
    return spawner == null ? 0 : spawner.clientArrived();
  }

  @Override
  boolean isConnection() {
    return arrived != 0;
  }

  @Override
  long arrived() {
    return arrived;
  }

  /** An activity that has not begun was refused by its model, after its admission. */
  @Override
  void report(Throwable failure) {
    if (begun()) {
      stage().failures().failed(this, failure);
    } else {
      Ending.sayUnbegun(this, failure);
    }
  }
}
