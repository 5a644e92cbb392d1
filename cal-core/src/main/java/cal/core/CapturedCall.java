package cal.core;

import cal.core.internal.stage.OpenStage;
import cal.core.internal.stage.SpawnedActivity;
import org.aspectj.lang.JoinPoint;

/**
 * An activity as this package's aspects make it: it knows working contexts. It is public for woven
 * code alone.
 */
public abstract class CapturedCall extends SpawnedActivity {
  public CapturedCall(OpenStage stage, JoinPoint.StaticPart site, Object caller, Object target) {
    super(stage, site, caller, target);
  }

  @Override
  public final WorkingContext context() {
    if (caller() instanceof WorkingContext context) {
      return context;
    }
    return target() instanceof WorkingContext context ? context : null;
  }
}
