package cal.core;

import org.aspectj.lang.JoinPoint;

/** A call that is handed off: a model may ask for its arguments. */
abstract class HandedOffCall extends CapturedCall {
  private final JoinPoint point;

  HandedOffCall(JoinPoint point) {
    super(point.getStaticPart(), point.getThis(), point.getTarget());
    this.point = point;
  }

  @Override
  public final Object[] arguments() {
    return point.getArgs();
  }
}
