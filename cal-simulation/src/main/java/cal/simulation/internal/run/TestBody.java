package cal.simulation.internal.run;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

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
      test(type, ReflectionSupport.newInstance(type));
    } catch (Throwable thrown) {
      fail(thrown);
    }
  }

  private void test(Class<?> type, Object instance) {
    try {
      all(type, instance, BeforeEach.class, HierarchyTraversalMode.TOP_DOWN);
      Method method = ReflectionSupport.findMethod(type, order.method()).orElseThrow();
      ReflectionSupport.invokeMethod(method, instance);
    } catch (Throwable thrown) {
      fail(thrown);
    }
    all(type, instance, AfterEach.class, HierarchyTraversalMode.BOTTOM_UP);
  }

  private static void all(
      Class<?> type, Object on, Class<? extends Annotation> mark, HierarchyTraversalMode order) {
    for (Method method : AnnotationSupport.findAnnotatedMethods(type, mark, order)) {
      ReflectionSupport.invokeMethod(method, on);
    }
  }

  private void fail(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
    } else if (failure != thrown) {
      failure.addSuppressed(thrown);
    }
  }
}
