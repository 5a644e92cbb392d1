package cal.micrometer;

import cal.core.spi.StepInterceptor;
import java.util.concurrent.TimeUnit;

/** How long one activity waits and runs, step by step. */
final class StageClock implements StepInterceptor {
  private final Meters.StageTimers timers;

  /** When it began to wait, or to run: {@link System#nanoTime}. */
  private long since = System.nanoTime();

  StageClock(Meters.StageTimers timers) {
    this.timers = timers;
  }

  @Override
  public void beforeStep() {
    long now = System.nanoTime();
    timers.waiting().record(now - since, TimeUnit.NANOSECONDS);
    since = now;
  }

  @Override
  public void afterStep() {
    long now = System.nanoTime();
    timers.running().record(now - since, TimeUnit.NANOSECONDS);
    since = now;
  }
}
