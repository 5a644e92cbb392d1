package cal.simulation.internal.run;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A test, by the classes of one seed: an instance, the methods before each test, the test, the
 * methods after each test. For one run.
 */
final class TestBody implements Runnable {
  private final Order order;
  private final ClassLoader loader;
  private Throwable failure;

  TestBody(Order order, ClassLoader loader) {
    this.order = order;
    this.loader = loader;
  }

  /** Returns the failure of the test; null if it passed. */
  Throwable failure() {
    return failure;
  }

  @Override
  public void run() {
    try {
      Class<?> type = Class.forName(order.test(), true, loader);
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      test(type, constructor.newInstance());
    } catch (InvocationTargetException thrown) {
      fail(thrown.getCause());
    } catch (ReflectiveOperationException | RuntimeException | Error thrown) {
      fail(thrown);
    }
  }

  private void test(Class<?> type, Object instance) throws ReflectiveOperationException {
    try {
      for (Method before : annotated(type, BeforeEach.class)) {
        before.invoke(instance);
      }
      Method method = type.getDeclaredMethod(order.method());
      method.setAccessible(true);
      method.invoke(instance);
    } catch (InvocationTargetException thrown) {
      fail(thrown.getCause());
    }
    for (Method after : annotated(type, AfterEach.class).reversed()) {
      after.invoke(instance);
    }
  }

  private void fail(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
    } else if (failure != thrown) {
      failure.addSuppressed(thrown);
    }
  }

  /** Returns the methods of super-classes first. */
  private static List<Method> annotated(Class<?> type, Class<? extends Annotation> mark) {
    List<Method> methods = new ArrayList<>();
    for (Class<?> next = type; next != Object.class; next = next.getSuperclass()) {
      int at = 0;
      for (Method method : next.getDeclaredMethods()) {
        if (method.isAnnotationPresent(mark)) {
          method.setAccessible(true);
          methods.add(at++, method);
        }
      }
    }
    return methods;
  }
}
