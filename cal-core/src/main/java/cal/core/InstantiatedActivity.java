package cal.core;

import cal.core.internal.stage.OpenStage;
import cal.core.internal.stage.SpawnedActivity;
import org.aspectj.lang.JoinPoint;

/**
 * The activity of an object that a server instantiated: started by the first call of its procedure,
 * which is cancelled, or by its construction. Thread-safe; starts at most once.
 */
final class InstantiatedActivity extends CapturedCall {
  private final OpenStage stage;
  private final Activity activity;

  /** Made by the thread that makes the object: that thread has accepted the client. */
  private final SpawnedActivity spawned;

  private boolean started;

  InstantiatedActivity(
      OpenStage stage, JoinPoint.StaticPart site, Object maker, Activity activity) {
    super(site, maker, activity);
    this.stage = stage;
    this.activity = activity;
    this.spawned = new SpawnedActivity(stage, this);
  }

  @Override
  public Object call() throws Exception {
    return activity.proceed();
  }

  /** Starts the activity unless it was started before. */
  void startOnce() {
    synchronized (this) {
      if (started) {
        return;
      }
      started = true;
    }
    stage.spawn(spawned);
  }

  /** The object made at a captured instantiation, as an activity. */
  static Activity require(Object made, JoinPoint.StaticPart site) {
    if (made instanceof Activity activity) {
      return activity;
    }
    throw new IllegalStateException(
        "captured instantiation is no activity: "
            + made
            + " at "
            + site.getSourceLocation()
            + "; declare parents: its class implements cal.core.Activity");
  }
}
