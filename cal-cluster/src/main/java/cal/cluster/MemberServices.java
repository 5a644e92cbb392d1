package cal.cluster;

import java.lang.reflect.Constructor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The objects of one node that are called in place of the server's: one a type, made when it is
 * first needed. Thread-safe.
 */
final class MemberServices implements AutoCloseable {
  private final ClassLoader loader;

  /** Guarded by this. */
  private final Map<Class<?>, Object> made = new HashMap<>();

  MemberServices(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * The object of a type: of its provider, as {@link ServiceLoader} knows it, or by its constructor
   * without parameters.
   *
   * @throws ReflectiveOperationException if it has neither, or cannot be made
   */
  synchronized Object of(Class<?> type) throws ReflectiveOperationException {
    Object known = made.get(type);
    if (known == null) {
      Optional<?> provided = ServiceLoader.load(type, loader).findFirst();
      known = provided.isPresent() ? provided.get() : constructed(type);
      made.put(type, known);
    }
    return known;
  }

  private static Object constructed(Class<?> type) throws ReflectiveOperationException {
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  /** Whether a node will be able to make an object of a type, as far as its class tells. */
  static boolean canMake(Class<?> type, ClassLoader loader) {
    if (loader.getResource("META-INF/services/" + type.getName()) != null) {
      return true;
    }
    try {
      return !java.lang.reflect.Modifier.isAbstract(type.getModifiers())
          && type.getDeclaredConstructor() != null;
    } catch (NoSuchMethodException none) {
      return false;
    }
  }

  /** Closes those that can be closed. */
  @Override
  public synchronized void close() {
    for (Object service : made.values()) {
      if (service instanceof AutoCloseable closeable) {
        try {
          closeable.close();
        } catch (Exception failure) {
          System.getLogger(MemberServices.class.getPackageName())
              .log(System.Logger.Level.WARNING, service + " was not closed", failure);
        }
      }
    }
    made.clear();
  }
}
