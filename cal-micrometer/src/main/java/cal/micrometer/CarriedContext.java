package cal.micrometer;

import cal.core.spi.StepInterceptor;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

/**
 * The context that goes with one activity: its caller's in the first step, then what the step
 * before has left, as if all ran on one thread. Between two steps the thread has its own again.
 */
final class CarriedContext implements StepInterceptor {
  private final ContextSnapshotFactory factory;
  private ContextSnapshot context;
  private ContextSnapshot.Scope scope;

  CarriedContext(ContextSnapshotFactory factory) {
    this.factory = factory;
    this.context = factory.captureAll();
  }

  @Override
  public void beforeStep() {
    scope = context.setThreadLocals();
  }

  @Override
  public void afterStep() {
    try {
      context = factory.captureAll();
    } finally {
      scope.close();
    }
  }
}
