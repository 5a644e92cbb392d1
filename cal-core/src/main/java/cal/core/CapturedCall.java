package cal.core;

import cal.core.internal.activity.Invocation;
import org.aspectj.lang.JoinPoint;

/**
 * A call as this package's aspects capture it: it knows working contexts. It is public for woven
 * code alone.
 */
public abstract class CapturedCall extends Invocation {
  public CapturedCall(JoinPoint.StaticPart site, Object caller, Object target) {
    super(site, caller, target);
  }

  @Override
  public WorkingContext context() {
    if (caller() instanceof WorkingContext context) {
      return context;
    }
    return target() instanceof WorkingContext context ? context : null;
  }
}
