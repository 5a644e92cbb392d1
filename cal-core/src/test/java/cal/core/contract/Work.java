package cal.core.contract;

import cal.core.CapturedCall;
import cal.core.internal.admission.Backlog;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.stage.SpawnedActivity;
import org.aspectj.lang.JoinPoint;
import org.aspectj.runtime.reflect.Factory;

/** A call that a test makes, as the advice of a binding captures it. */
public final class Work extends CapturedCall {
  /** The body of the captured call: {@code true} asks for another step. */
  @FunctionalInterface
  public interface Body {
    Object call() throws Throwable;
  }

  /** Where every work is captured, for people. */
  public static final String SITE = "boolean cal.core.contract.Work.serve() at Work.java:42";

  private static final JoinPoint.StaticPart JOIN_POINT = capturedAtLine42();

  private final OpenStage stage;
  private final Body body;

  private Work(OpenStage stage, Object caller, Object target, Body body) {
    super(JOIN_POINT, caller, target);
    this.stage = stage;
    this.body = body;
  }

  public static Work of(OpenStage stage, Body body) {
    return new Work(stage, null, null, body);
  }

  public static Work on(OpenStage stage, Object target, Body body) {
    return new Work(stage, null, target, body);
  }

  static Work by(OpenStage stage, Object caller, Body body) {
    return by(stage, caller, null, body);
  }

  static Work by(OpenStage stage, Object caller, Object target, Body body) {
    return new Work(stage, caller, target, body);
  }

  /** Spawns an activity that has no target. */
  public static void spawn(OpenStage stage, Body body) {
    stage.spawn(of(stage, body));
  }

  public static void spawnOn(OpenStage stage, Object target, Body body) {
    stage.spawn(on(stage, target, body));
  }

  static void spawnBy(OpenStage stage, Object caller, Body body) {
    stage.spawn(by(stage, caller, body));
  }

  /** The activity of the call, in no scheduler's hands. */
  public SpawnedActivity activity() {
    return new SpawnedActivity(stage, this);
  }

  /** That of a listener before which nobody waits. */
  public static Backlog backlog() {
    return new Backlog(
        new Backlog.Source() {
          @Override
          public int waiting() {
            return 0;
          }

          @Override
          public boolean lacksCores() {
            return false;
          }
        });
  }

  @Override
  public Object call() throws Throwable {
    return body.call();
  }

  private static JoinPoint.StaticPart capturedAtLine42() {
    Factory factory = new Factory("Work.java", Work.class);
    Class<?>[] none = {};
    return factory.makeSJP(
        JoinPoint.METHOD_CALL,
        factory.makeMethodSig(0, "serve", Work.class, none, new String[0], none, boolean.class),
        42);
  }
}
