package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.Ending;
import cal.core.internal.activity.Invocation;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.admission.FailedAccepts;
import cal.core.internal.report.ActivityFailedEvent;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.net.Socket;
import org.aspectj.lang.JoinPoint;

/**
 * An activity without a waiting caller.
 *
 * <p>The target is the activity's own, and closed at the end, whichever way. A failure reaches the
 * failure handler; a refusal is logged, since no caller is there to be told.
 */
public class SpawnedActivity extends StagedActivity {
  private final Invocation call;

  /** The arrival of the client; 0 for none. */
  private final long arrived;

  /** Makes an activity of the kind of a stage; {@code arrived} as for the constructor. */
  static SpawnedActivity of(ActivityStage stage, Invocation call, long arrived) {
    if (stage.cutsLoops()) {
      return new LoopActivity(stage, call);
    }
    return stage.shedding() == null || !stage.shedding().isFor(call.target())
        ? new SpawnedActivity(stage, call, arrived)
        : new SheddingActivity(stage, call, arrived);
  }

  /** Makes an activity of a captured call, on the thread of the caller. */
  public SpawnedActivity(ActivityStage stage, Invocation call) {
    this(stage, call, arrivalOfClient());
  }

  /**
   * Makes an activity of a captured call.
   *
   * @param arrived the {@link #arrivalOfClient} of the thread that made the target
   */
  public SpawnedActivity(ActivityStage stage, Invocation call, long arrived) {
    super(stage);
    this.call = call;
    this.arrived = closes(stage, call) ? arrived : 0;
  }

  @Override
  public Object step() throws Throwable {
    return call.call();
  }

  @Override
  public JoinPoint.StaticPart joinPoint() {
    return call.site();
  }

  @Override
  public Object target() {
    return call.target();
  }

  @Override
  public Object context() {
    return call.context();
  }

  /** The socket that the next step reads first, with nothing left; null if unknown. */
  Socket nextSocket() {
    return stage().awaited(target());
  }

  @Override
  public final Socket awaits() {
    Socket next = interrupted() ? null : nextSocket();
    if (next != null) {
      reader().readsNext(next);
    }
    return next;
  }

  @Override
  public boolean saysItListens() {
    return stage().onlyListens(target());
  }

  @Override
  public boolean closesTarget() {
    return closes(stage(), call);
  }

  private static boolean closes(ActivityStage stage, Invocation call) {
    return call.target() instanceof AutoCloseable
        || (stage.cutsLoops() && stage.socketOf(call.target()) != null);
  }

  /** The arrival of the client that the calling thread has accepted last; 0 for none. */
  public static long arrivalOfClient() {
    StagedActivity spawner = AttachedThread.currentActivity();
    return spawner == null ? 0 : spawner.clientArrived();
  }

  @Override
  public long arrived() {
    return arrived;
  }

  /** An activity without a begin was refused by its model, after admission. */
  @Override
  public void report(Throwable failure) {
    if (begun()) {
      reportFailed(failure);
    } else {
      Ending.sayUnbegun(this, failure);
    }
  }

  private void reportFailed(Throwable failure) {
    Throwable seen = ActivityFailedEvent.tell(this, failure);
    if (cutShort()) {
      Log.log(Level.DEBUG, "closed or interrupted, failed: " + this, seen);
    } else {
      stage().failures().failed(this, failure, stage().log());
      FailedAccepts.end(stage().name(), failure);
    }
  }
}
