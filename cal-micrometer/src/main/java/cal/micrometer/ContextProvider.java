package cal.micrometer;

import cal.core.internal.stage.AdoptedActivity;
import cal.core.spi.CapturedActivity;
import cal.core.spi.StageStatus;
import cal.core.spi.StepInterceptor;
import cal.core.spi.StepInterceptorProvider;
import java.util.function.Supplier;

/**
 * The caller's context goes with each activity, where {@code context-propagation} is on the class
 * path. An adopted thread inherits like any thread, and nothing else. Mentions no type of the
 * library, and can be loaded without. Thread-safe.
 */
public final class ContextProvider implements StepInterceptorProvider {
  private final boolean present = Libraries.has("io.micrometer.context.ContextSnapshotFactory");
  private final Contexts contexts = present ? new Contexts() : null;

  /** Made by {@code ServiceLoader}. */
  public ContextProvider() {}

  @Override
  public boolean takesPart() {
    return present;
  }

  @Override
  public void opened(Supplier<StageStatus> status) {}

  @Override
  public StepInterceptor intercept(CapturedActivity activity) {
    return activity instanceof AdoptedActivity ? null : contexts.carried();
  }
}
