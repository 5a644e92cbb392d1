package cal.simulation.internal.run;

import cal.simulation.internal.schedule.Simulation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Ends a process whose seeds take longer than allowed in real time, or whose running thread keeps
 * the only platform thread: a class whose initializer waits elsewhere, a loop without a point, a
 * native call. On a thread of its own.
 */
final class Watchdog implements Runnable {
  private static final long LONGEST_STEP_SECONDS = 30;
  private static final long INITIALIZER_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final int STATUS = 3;

  private final Order order;
  private final Seeds seeds;
  private final Path verdict;
  private final long began = System.nanoTime();
  private Simulation seen;
  private long steps;
  private long since = began;

  Watchdog(Order order, Seeds seeds, Path verdict) {
    this.order = order;
    this.seeds = seeds;
    this.verdict = verdict;
  }

  void start() {
    Thread thread = new Thread(this, "cal-simulation-watchdog");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (true) {
        TimeUnit.SECONDS.sleep(1);
        look();
      }
    } catch (InterruptedException | IOException end) {
      throw new IllegalStateException(end);
    }
  }

  private void look() throws IOException {
    long now = System.nanoTime();
    Simulation run = Simulation.current();
    if (run == null || run != seen || run.steps() != steps) {
      seen = run;
      steps = run == null ? 0 : run.steps();
      since = now;
    }
    String waiting =
        now - since < INITIALIZER_NANOS || run == null ? "" : run.looks().initializers();
    if (!waiting.isEmpty()) {
      end(
          "the class initializer of %s waits, and another thread needs the class, which holds up all"
                  .formatted(waiting)
              + " threads: %s; wait in a method instead".formatted(run.looks().place()));
    }
    if (now - since > TimeUnit.SECONDS.toNanos(LONGEST_STEP_SECONDS) && run != null) {
      end(
          "a thread has not given way for %d s (a loop without a point, or a native call): %s"
              .formatted(LONGEST_STEP_SECONDS, run.looks().place()));
    }
    if (now - began > TimeUnit.SECONDS.toNanos(order.timeoutSeconds())) {
      end(
          "%d seeds from %d have not ended after timeoutSeconds=%d; ask for fewer seeds"
              .formatted(order.seeds(), order.first(), order.timeoutSeconds()));
    }
  }

  private void end(String text) throws IOException {
    String found = seeds.found();
    String all =
        found == null
            ? "at seed %d: %s".formatted(seeds.seed(), text)
            : found + "\n\nno shorter schedule: " + text;
    new Verdict(Verdict.Outcome.FAILED, all).write(verdict);
    Runtime.getRuntime().halt(STATUS);
  }
}
