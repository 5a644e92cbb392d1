package cal.simulation;

import cal.simulation.internal.disk.DiskFaults;
import cal.simulation.internal.net.Faults;
import cal.simulation.internal.process.SimulationProcess;
import cal.simulation.internal.program.TestMethod;
import cal.simulation.internal.run.Order;
import cal.simulation.internal.run.Verdict;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/** Has a test, with the methods before and after, run by another process. Stateless. */
final class SimulationExtension implements InvocationInterceptor {
  /** Made by JUnit. */
  SimulationExtension() {}

  @Override
  public void interceptTestMethod(
      Invocation<Void> here, ReflectiveInvocationContext<Method> call, ExtensionContext context)
      throws Throwable {
    here.skip();
    Method method = context.getRequiredTestMethod();
    Simulated how = AnnotationSupport.findAnnotation(method, Simulated.class).orElseThrow();
    Verdict verdict = process(context.getRequiredTestClass(), method, how).run();
    String text = method.getName() + ": " + verdict.text();
    switch (verdict.outcome()) {
      case PASSED -> System.out.println(text);
      case FAILED -> throw new AssertionError(text);
      case NOTHING -> throw new TestAbortedException(text);
    }
  }

  static SimulationProcess process(Class<?> test, Method method, Simulated how) {
    if (how.seeds() < 1) {
      throw new IllegalArgumentException("@Simulated: seeds=" + how.seeds() + ", 1 or more");
    }
    Network network = how.network();
    Faults faults =
        new Faults(
            network.resetOneIn(),
            network.resetWithin(),
            network.refuseOneIn(),
            network.delayMillis(),
            network.buffer(),
            Faults.NO_PLAN);
    boolean replay = how.seed() != Simulated.NONE;
    Order order =
        new Order(
            new TestMethod(test.getName(), method.getName(), how.nothingLeft()),
            "@Simulated(seed = %d)",
            replay ? how.seed() : 1,
            replay ? 1 : how.seeds(),
            how.strategy().getName(),
            how.limitSeconds(),
            how.timeoutSeconds(),
            faults,
            machine(how.machine()));
    List<String> packages =
        how.packages().length > 0 ? List.of(how.packages()) : List.of(test.getPackageName());
    return new SimulationProcess(
        order, System.getProperty("java.class.path"), packages, List.of(how.java()));
  }

  private static DiskFaults machine(Machine how) {
    return new DiskFaults(
        how.space(), how.fullOneIn(), how.failedSyncOneIn(), how.crashes(), 0, how.downMillis());
  }

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> here, ReflectiveInvocationContext<Method> call, ExtensionContext context) {
    here.skip();
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> here, ReflectiveInvocationContext<Method> call, ExtensionContext context) {
    here.skip();
  }
}
