package cal.cluster;

import cal.core.internal.stage.OpenStage;
import cal.core.internal.stage.SpawnedActivity;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.aspectj.lang.JoinPoint;
import org.aspectj.runtime.internal.AroundClosure;
import org.aspectj.runtime.reflect.Factory;

/** A call as advice captures it: the parts are in a closure. */
final class HandedOff extends SpawnedActivity {
  private final AroundClosure closure;

  private HandedOff(OpenStage stage, JoinPoint.StaticPart site, AroundClosure closure) {
    super(stage, site, null, null);
    this.closure = closure;
  }

  /** Hands a call of a method off, by its name. */
  static Object call(
      OpenStage stage, Class<?> type, String name, Object target, Object... arguments)
      throws Throwable {
    Method method =
        Arrays.stream(type.getDeclaredMethods())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    return stage.handOff(new HandedOff(stage, site(method), closure(method, target, arguments)));
  }

  private static AroundClosure closure(Method method, Object target, Object... arguments) {
    Object[] state =
        Stream.concat(target == null ? Stream.of() : Stream.of(target), Arrays.stream(arguments))
            .toArray();
    return new AroundClosure(state) {
      @Override
      public Object run(Object[] ignored) throws Throwable {
        return method.invoke(target, arguments);
      }
    };
  }

  private static JoinPoint.StaticPart site(Method method) {
    Factory factory = new Factory("Calls.java", Calls.class);
    String[] names =
        IntStream.range(0, method.getParameterCount())
            .mapToObj(i -> "a" + i)
            .toArray(String[]::new);
    return factory.makeSJP(
        JoinPoint.METHOD_CALL,
        factory.makeMethodSig(
            method.getModifiers(),
            method.getName(),
            method.getDeclaringClass(),
            method.getParameterTypes(),
            names,
            method.getExceptionTypes(),
            method.getReturnType()),
        42);
  }

  @Override
  protected Object call() throws Throwable {
    return closure.run(null);
  }
}
