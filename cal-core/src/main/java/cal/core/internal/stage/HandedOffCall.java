package cal.core.internal.stage;

import cal.core.spi.CapturedActivity;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import org.aspectj.runtime.internal.AroundClosure;

/**
 * The parts of a call that advice has captured, as ajc keeps them in the closure of {@code
 * proceed()}: the caller, the target, the arguments, in this order, each where there is one.
 *
 * <p>Asking the join point for them would cost each hand-off an object more, whatever its model.
 * Belongs to one activity.
 */
final class HandedOffCall implements CapturedActivity.Call {
  /** The field in which an anonymous class within around advice keeps its closure. */
  private static final ClassValue<Optional<Field>> CLOSURES =
      new ClassValue<>() {
        @Override
        protected Optional<Field> computeValue(Class<?> type) {
          Optional<Field> found =
              Arrays.stream(type.getDeclaredFields())
                  .filter(field -> field.getType() == AroundClosure.class)
                  .findFirst();
          found.ifPresent(field -> field.setAccessible(true));
          return found;
        }
      };

  private final MethodSignature signature;
  private final Object[] parts;
  private final int firstArgument;
  private final HandOff handOff;

  private HandedOffCall(
      MethodSignature signature, Object[] parts, int firstArgument, HandOff handOff) {
    this.signature = signature;
    this.parts = parts;
    this.firstArgument = firstArgument;
    this.handOff = handOff;
  }

  /** The parts of a captured call; null where it is no method's, or advice has not captured it. */
  static HandedOffCall of(StagedActivity call, HandOff handOff) {
    JoinPoint.StaticPart site = call.joinPoint();
    Optional<Field> closure = CLOSURES.get(call.getClass());
    if (closure.isEmpty() || site == null || !(site.getSignature() instanceof MethodSignature of)) {
      return null;
    }
    Object[] parts = state(closure.get(), call);
    int end = parts.length;
    // Where other advice at this place asks for the join point, that is the last part.
    if (end > 0 && parts[end - 1] instanceof JoinPoint point && point.getStaticPart() == site) {
      end--;
    }
    int first = end - of.getParameterTypes().length;
    return new HandedOffCall(of, Arrays.copyOf(parts, end), first, handOff);
  }

  private static Object[] state(Field closure, StagedActivity call) {
    try {
      return ((AroundClosure) closure.get(call)).getState();
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(closure + " was made accessible", impossible);
    }
  }

  @Override
  public Method method() {
    return signature.getMethod();
  }

  @Override
  public Object target() {
    return Modifier.isStatic(signature.getModifiers()) ? null : parts[firstArgument - 1];
  }

  @Override
  public Object[] arguments() {
    return Arrays.copyOfRange(parts, firstArgument, parts.length);
  }

  @Override
  public long since() {
    return handOff.askedAt();
  }

  @Override
  public Thread waits() {
    return handOff.waitingThread();
  }

  @Override
  public void answerBy(Callable<?> other) {
    handOff.answerBy(other);
  }
}
