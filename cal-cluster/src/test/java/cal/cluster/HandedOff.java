package cal.cluster;

import cal.core.internal.activity.Invocation;
import cal.core.internal.stage.OpenStage;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.aspectj.lang.JoinPoint;
import org.aspectj.runtime.reflect.Factory;

/** A call as advice captures it. */
final class HandedOff extends Invocation {
  private final Method method;
  private final Object[] arguments;

  private HandedOff(Method method, Object target, Object... arguments) {
    super(site(method), null, target);
    this.method = method;
    this.arguments = arguments;
  }

  /** Hands a call of a method off, by its name. */
  public static Object call(
      OpenStage stage, Class<?> type, String name, Object target, Object... arguments)
      throws Throwable {
    Method method =
        Arrays.stream(type.getDeclaredMethods())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    return stage.handOff(new HandedOff(method, target, arguments));
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
  public Object call() throws Throwable {
    return method.invoke(target(), arguments);
  }

  @Override
  public Object[] arguments() {
    return arguments;
  }

  @Override
  public Object context() {
    return null;
  }
}
