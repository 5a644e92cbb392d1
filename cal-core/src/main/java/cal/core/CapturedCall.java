package cal.core;

import org.aspectj.lang.JoinPoint;

/** An activity as this package's aspects make it: it knows working contexts. */
abstract class CapturedCall extends StagedActivity {
  CapturedCall(OpenStage stage, JoinPoint.StaticPart site, Object caller, Object target) {
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
