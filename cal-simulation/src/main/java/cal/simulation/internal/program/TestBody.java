package cal.simulation.internal.program;

import cal.simulation.internal.net.Network;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * A test, by the classes of one seed: an instance, the methods before each test, the test, the
 * methods after each test. For one run.
 */
final class TestBody implements Body.Running {
  private static final int END_MILLIS = 10_000;
  private static final int LOOKS = 100;

  private final TestMethod test;
  private final ClassLoader loader;
  private final Network network;
  private Throwable failure;

  TestBody(TestMethod test, ClassLoader loader, World world) {
    this.test = test;
    this.loader = loader;
    this.network = world.network();
    world.onFailure(this::fail);
  }

  @Override
  public Throwable failure() {
    return failure;
  }

  @Override
  public void run() {
    try {
      Class<?> type = Class.forName(test.test(), true, loader);
      test(type, ReflectionSupport.newInstance(type));
      if (test.nothingLeft() && failure == null) {
        requireNothingLeft();
      }
    } catch (Throwable thrown) {
      fail(thrown);
    }
  }

  private void test(Class<?> type, Object instance) {
    try {
      for (Method method : methods(type, BeforeEach.class, HierarchyTraversalMode.TOP_DOWN)) {
        ReflectionSupport.invokeMethod(method, instance);
      }
      Method method = ReflectionSupport.findMethod(type, test.method()).orElseThrow();
      ReflectionSupport.invokeMethod(method, instance);
    } catch (Throwable thrown) {
      fail(thrown);
    }
    for (Method method : methods(type, AfterEach.class, HierarchyTraversalMode.BOTTOM_UP)) {
      try {
        ReflectionSupport.invokeMethod(method, instance);
      } catch (Throwable thrown) { // as JUnit calls the others too
        fail(thrown);
      }
    }
  }

  /** Ends may take their time. */
  private void requireNothingLeft() throws InterruptedException {
    for (int i = 0; i < LOOKS && !network.left().isEmpty(); i++) {
      Thread.sleep(END_MILLIS / LOOKS);
    }
    String left = network.left();
    if (!left.isEmpty()) {
      throw new AssertionError("left %d s after the test:%s".formatted(END_MILLIS / 1_000, left));
    }
  }

  private static List<Method> methods(
      Class<?> type, Class<? extends Annotation> mark, HierarchyTraversalMode order) {
    return AnnotationSupport.findAnnotatedMethods(type, mark, order);
  }

  private void fail(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
    } else if (failure != thrown) {
      failure.addSuppressed(thrown);
    }
  }
}
