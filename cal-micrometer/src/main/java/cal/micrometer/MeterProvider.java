package cal.micrometer;

import cal.core.spi.CapturedActivity;
import cal.core.spi.StageStatus;
import cal.core.spi.StepInterceptor;
import cal.core.spi.StepInterceptorProvider;
import java.util.function.Supplier;

/**
 * Meters of every stage in Micrometer's global registry, where {@code micrometer-core} is on the
 * class path. Mentions no type of Micrometer, and can be loaded without. Thread-safe.
 */
public final class MeterProvider implements StepInterceptorProvider {
  private final boolean present = Libraries.has("io.micrometer.core.instrument.Metrics");
  private final Meters meters = present ? new Meters() : null;

  /** Made by {@code ServiceLoader}. */
  public MeterProvider() {}

  @Override
  public boolean takesPart() {
    return present;
  }

  @Override
  public void opened(Supplier<StageStatus> status) {
    meters.opened(status);
  }

  @Override
  public void switched(String stage) {
    meters.switched(stage);
  }

  @Override
  public StepInterceptor intercept(CapturedActivity activity) {
    return meters.clock(activity.stage().name());
  }
}
