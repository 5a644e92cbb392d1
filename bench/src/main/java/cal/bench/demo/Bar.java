package cal.bench.demo;

import cal.cli.command.Progress;
import java.time.Duration;

/**
 * A bar that fills with the time of an estimate; only a terminal shows the bar. Confined to a
 * thread.
 */
final class Bar {
  private static final int WIDTH = 30;

  /** Left for what takes longer than its estimate. */
  private static final double MOST = 0.99;

  private final Progress progress;
  private final Duration estimate;
  private final long begin = System.nanoTime();

  Bar(Progress progress, Duration estimate) {
    this.progress = progress;
    this.estimate = estimate;
  }

  /** Shows what goes on now. */
  void at(String what) {
    double done = Math.min(MOST, (double) (System.nanoTime() - begin) / estimate.toNanos());
    int filled = (int) (done * WIDTH);
    progress.now(
        "[%s%s] %2.0f%% of %d s: %s"
            .formatted(
                "#".repeat(filled),
                ".".repeat(WIDTH - filled),
                100 * done,
                estimate.toSeconds(),
                what));
  }
}
