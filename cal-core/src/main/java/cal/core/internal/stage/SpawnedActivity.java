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
public class SpawnedActivity extends StagedActivity {
  private final Invocation call;

  /** When its client came; 0 where it is for none. */
  private final long arrived;

  /** Makes an activity of a captured call, on the thread of the caller. */
  public SpawnedActivity(OpenStage stage, Invocation call) {
    super(stage, new InputWait());
    this.call = call;
    this.arrived = closesTarget() ? arrivalOfClient() : 0;
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
  Object step() throws Throwable {
    return call.call();
  }

  @Override
  JoinPoint.StaticPart joinPoint() {
    return call.site();
  }

  @Override
  Object target() {
    return call.target();
  }

  @Override
  public Object context() {
    return call.context();
  }

  @Override
  public final Socket awaits() {
    Socket next = interrupted() ? null : stage().awaited(target());
    if (next != null) {
      reader().readsNext(next);
    }
    return next;
  }

  @Override
  boolean saysItListens() {
    return stage().onlyListens(target());
  }

  @Override
  final boolean closesTarget() {
    return call.target() instanceof AutoCloseable;
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
