package cal.core;

import cal.core.internal.stage.OpenStage;
import cal.core.internal.stage.SpawnedActivity;
import cal.core.internal.support.WeakIdentityMap;
import java.lang.ref.WeakReference;
import org.aspectj.lang.JoinPoint;

/**
 * The activity of an object that a server instantiated: started by the first call of its procedure,
 * which is cancelled, or by its construction. Thread-safe; starts at most once.
 */
final class InstantiatedActivity {
  private static final WeakIdentityMap<InstantiatedActivity> ALL = new WeakIdentityMap<>();

  private final OpenStage stage;
  private final JoinPoint.StaticPart site;

  /** Weak, as the maker may know the object. */
  private final WeakReference<Object> maker;

  /** Of the thread that makes the object: that thread has accepted the client. */
  private final long arrived = SpawnedActivity.arrivalOfClient();

  private boolean started;

  private InstantiatedActivity(OpenStage stage, JoinPoint.StaticPart site, Object maker) {
    this.stage = stage;
    this.site = site;
    this.maker = new WeakReference<>(maker);
  }

  /** The activity of an object from now on; null where a factory hands out a known object. */
  static InstantiatedActivity make(
      OpenStage stage, JoinPoint.StaticPart site, Object maker, Object object) {
    InstantiatedActivity made = new InstantiatedActivity(stage, site, maker);
    return ALL.get(object, () -> made) == made ? made : null;
  }

  /** The activity of an object; null of an object made elsewhere. */
  static InstantiatedActivity of(Object object) {
    return ALL.find(object);
  }

  /**
   * Starts the activity unless it was started before.
   *
   * @param cancelled the procedure of an object that is no {@link Activity}; null for its
   *     construction
   */
  void startOnce(Object object, CapturedCall cancelled) {
    synchronized (this) {
      if (started) {
        return;
      }
      started = true;
    }
    if (cancelled == null) {
      requireActivity(object);
    }
    stage.spawn(
        new CapturedCall(site, maker.get(), object) {
          @Override
          public Object call() throws Throwable {
            return target() instanceof Activity activity ? activity.proceed() : cancelled.call();
          }
        },
        arrived);
  }

  private void requireActivity(Object made) {
    if (!(made instanceof Activity)) {
      throw new IllegalStateException(
          "captured instantiation is no activity: "
              + made
              + " at "
              + site.getSourceLocation()
              + "; declare parents: its class implements cal.core.Activity, or name the procedure"
              + " that the server calls: cancelCall");
    }
  }
}
