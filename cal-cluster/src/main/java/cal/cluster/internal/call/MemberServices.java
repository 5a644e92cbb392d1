package cal.cluster.internal.call;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The objects of a node, called in place of the server's: an object a type, made at the first need.
 * A slow constructor delays calls of its own type alone. Thread-safe.
 */
public final class MemberServices implements AutoCloseable {
  private final ClassLoader loader;

  private final Map<Class<?>, Service> services = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** The place of an object; the making thread has the lock. */
  private static final class Service {
    private final ReentrantLock making = new ReentrantLock();
    private volatile Object made;
  }

  public MemberServices(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * The object of a type: of a provider known to {@link ServiceLoader}, or by the constructor
   * without parameters.
   *
   * @throws ReflectiveOperationException if the type has neither, or the object cannot be made
   * @throws InterruptedException if another thread is making the object, and the call's time is
   *     over
   */
  public Object of(Class<?> type) throws ReflectiveOperationException, InterruptedException {
    Service service = services.computeIfAbsent(type, absent -> new Service());
    if (service.made == null) {
      service.making.lockInterruptibly();
      try {
        if (service.made == null) {
          service.made = kept(made(type));
        }
      } finally {
        service.making.unlock();
      }
    }
    return service.made;
  }

  private Object made(Class<?> type) throws ReflectiveOperationException {
    return isProvided(type, loader)
        ? ServiceLoader.load(type, loader).findFirst().orElseThrow()
        : constructed(type);
  }

  /** Asked first: a {@link ServiceLoader} refuses types that are not public. */
  private static boolean isProvided(Class<?> type, ClassLoader loader) {
    return loader.getResource("META-INF/services/" + type.getName()) != null;
  }

  /** Nobody else closes an object made while the node leaves the cluster. */
  private Object kept(Object object) {
    if (closed) {
      close(object);
      throw new IllegalStateException("the node has left its cluster");
    }
    return object;
  }

  private static Object constructed(Class<?> type) throws ReflectiveOperationException {
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException thrown) {
      throw new ReflectiveOperationException(
          "the constructor of " + type.getName() + " threw " + RemoteResult.text(thrown.getCause()),
          thrown.getCause());
    }
  }

  /** Whether a node will be able to make an object of a type, by the class. */
  public static boolean canMake(Class<?> type, ClassLoader loader) {
    if (isProvided(type, loader)) {
      return true;
    }
    try {
      return !java.lang.reflect.Modifier.isAbstract(type.getModifiers())
          && type.getDeclaredConstructor() != null;
    } catch (NoSuchMethodException none) {
      return false;
    }
  }

  /** Closes all objects that can be closed. */
  @Override
  public void close() {
    closed = true;
    services.values().forEach(service -> close(service.made));
    services.clear();
  }

  private static void close(Object service) {
    if (service instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Throwable failure) {
        System.getLogger("cal.cluster")
            .log(
                System.Logger.Level.WARNING,
                RemoteResult.text(service) + " was not closed",
                failure);
      }
    }
  }
}
