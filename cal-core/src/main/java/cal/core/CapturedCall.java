package cal.core;

import cal.core.internal.activity.Invocation;
import org.aspectj.lang.JoinPoint;

/**
 * A call as this package's aspects capture it: it knows working contexts. It is public for woven
 * code alone.
 */
public abstract class CapturedCall extends Invocation {
  /** Null for a call that is spawned: nobody asks for its arguments. */
  private final JoinPoint point;

  /** A call that is spawned. */
  public CapturedCall(JoinPoint.StaticPart site, Object caller, Object target) {
    super(site, caller, target);
    this.point = null;
  }

  /** A call that is handed off. */
  public CapturedCall(JoinPoint point) {
    super(point.getStaticPart(), point.getThis(), point.getTarget());
    this.point = point;
  }

  @Override
  public final WorkingContext context() {
    if (caller() instanceof WorkingContext context) {
      return context;
    }
    return target() instanceof WorkingContext context ? context : null;
  }

  @Override
  public final Object[] arguments() {
    return point == null ? null : point.getArgs();
  }
}
