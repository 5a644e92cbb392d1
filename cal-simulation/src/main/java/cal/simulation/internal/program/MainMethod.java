package cal.simulation.internal.program;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The {@code main} of a class, as {@code java} chooses it (JEP 512). Stateless. */
final class MainMethod {
  private static final String[] STRINGS = {};

  /** Parameters of a {@code main}. */
  private static final Set<List<Class<?>>> TAKEN = Set.of(List.of(String[].class), List.of());

  private MainMethod() {}

  /** Calls it; throws what it throws. */
  static void call(ClassLoader loader, String type, List<String> arguments) throws Throwable {
    try {
      Class<?> program = Class.forName(type, true, loader);
      Method main = find(program);
      main.setAccessible(true);
      Object[] given =
          main.getParameterCount() == 0 ? new Object[0] : new Object[] {arguments.toArray(STRINGS)};
      main.invoke(Modifier.isStatic(main.getModifiers()) ? null : made(program), given);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    } catch (ReflectiveOperationException missing) {
      throw new IllegalArgumentException(
          type + " is no class with a main on the class path", missing);
    }
  }

  private static Method find(Class<?> program) throws NoSuchMethodException {
    for (Class<?> type = program; type != null; type = type.getSuperclass()) {
      Stream<Method> all =
          Stream.of(type.getDeclaredMethods()).filter(method -> method.getName().equals("main"));
      Optional<Method> main =
          all.filter(method -> TAKEN.contains(List.of(method.getParameterTypes())))
              .max(Comparator.comparingInt(Method::getParameterCount));
      if (main.isPresent()) {
        return main.get();
      }
    }
    throw new NoSuchMethodException(program.getName() + ".main");
  }

  private static Object made(Class<?> program) throws ReflectiveOperationException {
    Constructor<?> constructor = program.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
