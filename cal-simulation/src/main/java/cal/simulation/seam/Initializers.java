package cal.simulation.seam;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * The calls of classes that are initialized for each seed, with their initializer as a method; and
 * of code that has such a class initialized. Stateless.
 */
public final class Initializers {
  private Initializers() {}

  /** Whether the calling thread is to run the initializer of a class. */
  public static boolean begins(Class<?> type) {
    return ((Initialization) type.getClassLoader()).begin(type);
  }

  /** The initializer of a class has ended. */
  public static void ended(Class<?> type) {
    ((Initialization) type.getClassLoader()).end(type, false);
  }

  /** The initializer of a class has failed; returns the error to throw. */
  public static Error failed(Class<?> type, Throwable thrown) {
    ((Initialization) type.getClassLoader()).end(type, true);
    return thrown instanceof Error error ? error : new ExceptionInInitializerError(thrown);
  }

  /** After {@link Class#forName(String)}; returns the class. */
  public static Class<?> initialized(Class<?> type) {
    if (type.getClassLoader() instanceof Initialization loader) {
      loader.require(type);
    }
    return type;
  }

  /** In place of {@link Class#forName(String, boolean, ClassLoader)}. */
  public static Class<?> forName(String name, boolean initialize, ClassLoader loader)
      throws ClassNotFoundException {
    Class<?> type = Class.forName(name, initialize, loader);
    return initialize ? initialized(type) : type;
  }

  /** At each access to a field by reflection. */
  public static void accessed(Object field) {
    Field accessed = (Field) field;
    if (Modifier.isStatic(accessed.getModifiers())) {
      Class<?> unused = initialized(accessed.getDeclaringClass());
    }
  }
}
