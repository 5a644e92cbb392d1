package cal.core;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.CodeSignature;
import org.aspectj.lang.reflect.MethodSignature;
import org.aspectj.runtime.internal.AroundClosure;

/**
 * A call that is handed off, whose arguments a model may ask for.
 *
 * <p>The parts of the call are those that ajc keeps for {@code proceed()}: the caller, the target,
 * the arguments, in this order, each where there is one. A join point would cost each call two
 * objects more, and a call that proceeds in its caller needs none.
 */
abstract class HandedOffCall extends CapturedCall {
  private final Object[] parts;
  private final int end;

  HandedOffCall(JoinPoint.StaticPart site, AroundClosure proceeding) {
    this(site, proceeding.getState(), end(site, proceeding.getState()));
  }

  private HandedOffCall(JoinPoint.StaticPart site, Object[] parts, int end) {
    super(site, caller(site, parts, end), target(site, parts, end));
    this.parts = parts;
    this.end = end;
  }

  /** Where other advice at this place asks for the join point, that is the last part. */
  private static int end(JoinPoint.StaticPart site, Object[] parts) {
    int last = parts.length - 1;
    boolean more =
        last >= 0 && parts[last] instanceof JoinPoint point && point.getStaticPart() == site;
    return more ? last : parts.length;
  }

  private static int first(JoinPoint.StaticPart site, int end) {
    return site.getSignature() instanceof CodeSignature code
        ? end - code.getParameterTypes().length
        : end;
  }

  private static boolean hasTarget(JoinPoint.StaticPart site) {
    return site.getSignature() instanceof MethodSignature method
        && !Modifier.isStatic(method.getModifiers());
  }

  private static Object caller(JoinPoint.StaticPart site, Object[] parts, int end) {
    return first(site, end) > (hasTarget(site) ? 1 : 0) ? parts[0] : null;
  }

  private static Object target(JoinPoint.StaticPart site, Object[] parts, int end) {
    return hasTarget(site) ? parts[first(site, end) - 1] : null;
  }

  /** None: a drain of a context neither refuses nor ends a call with a waiting caller. */
  @Override
  public final WorkingContext context() {
    return null;
  }

  @Override
  public final Object[] arguments() {
    return Arrays.copyOfRange(parts, first(site(), end), end);
  }
}
