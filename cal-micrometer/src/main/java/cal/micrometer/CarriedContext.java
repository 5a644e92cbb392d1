package cal.micrometer;

import cal.core.spi.StepInterceptor;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

/**
 * The context of an activity: the caller's in the first step, then the context left by the step
 * before, as if on a single thread. Between two steps the thread has its own context again.
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
