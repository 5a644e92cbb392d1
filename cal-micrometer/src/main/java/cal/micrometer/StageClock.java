package cal.micrometer;

import cal.core.spi.StepInterceptor;
import java.util.concurrent.TimeUnit;

/** Times of waits and runs of an activity, step by step, for the stage's present model. */
final class StageClock implements StepInterceptor {
  private final StageMeters meters;

  /** The begin of the wait, or of the run: {@link System#nanoTime}. */
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
