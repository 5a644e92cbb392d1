package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.admission.OverloadControl;
import java.util.concurrent.TimeUnit;

/** A queue that stands for longer than any test. Stateless. */
public final class StandingQueue {
  private static final long LATE = TimeUnit.MILLISECONDS.toNanos(300);

  private StandingQueue() {}

  /** From before now until an hour later newcomers are late, and one is refused at the end. */
  public static void in(OverloadControl overload) {
    long tick = TimeUnit.MILLISECONDS.toNanos(10);
    long end = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    for (long now = System.nanoTime() - 1000 * tick; now - end < 0; now += tick) {
      overload.begin(now, now - LATE);
    }
    assertThat(overload.begin(end, end - 3 * LATE)).as("one begins at the end").isFalse();
  }
}
