package cal.micrometer;

import cal.core.spi.StepInterceptor;
import java.util.concurrent.TimeUnit;

/** How long one activity waits and runs, step by step, for the model that its stage has then. */
final class StageClock implements StepInterceptor {
  private final StageMeters meters;

  /** When it began to wait, or to run: {@link System#nanoTime}. */
  private long since = System.nanoTime();

  StageClock(StageMeters meters) {
    this.meters = meters;
  }

  @Override
  public void beforeStep() {
    long now = System.nanoTime();
    meters.present().waiting().record(now - since, TimeUnit.NANOSECONDS);
    since = now;
  }

  @Override
  public void afterStep() {
    long now = System.nanoTime();
    meters.present().running().record(now - since, TimeUnit.NANOSECONDS);
    since = now;
  }
}
