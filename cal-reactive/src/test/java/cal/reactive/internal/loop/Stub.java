package cal.reactive.internal.loop;

import java.lang.reflect.Proxy;
import java.util.function.BiFunction;

/** Objects of an interface whose calls a test answers. Stateless. */
public final class Stub {
  private Stub() {}

  /**
   * Makes an object of an interface.
   *
   * @param calls the answer, by the name of the method and its arguments
   */
  public static <T> T of(Class<T> type, BiFunction<String, Object[], Object> calls) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> calls.apply(method.getName(), arguments)));
  }
}
