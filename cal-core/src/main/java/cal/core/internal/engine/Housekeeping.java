package cal.core.internal.engine;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.admission.Waits;
import cal.core.internal.report.Hangs;
import cal.core.internal.stage.OpenStage;
import java.util.List;
import java.util.function.Supplier;

/**
 * The looks at all stages: ten times a second at waits, and once a second for hangs, for silent
 * clients, and at the load. For a single thread, the keeper of the JVM.
 */
final class Housekeeping implements Runnable {
  private static final int A_SECOND = 10;

  private final Supplier<List<OpenStage>> stages;
  private final Deadlocks deadlocks;
  private final Carriers carriers;
  private final Adaptive adaptive;
  private int number;

  Housekeeping(
      Supplier<List<OpenStage>> stages,
      Waits<ActivityStage> waits,
      Hangs hangs,
      Adaptive adaptive) {
    this.stages = stages;
    this.deadlocks = new Deadlocks(stages, waits, hangs);
    this.carriers = new Carriers(stages, hangs);
    this.adaptive = adaptive;
  }

  /** Never throws. */
  @Override
  public void run() {
    number++;
    long now = System.nanoTime();
    for (OpenStage stage : stages.get()) {
      stage.upkeep().atInput();
      stage.upkeep().atQueue(now);
      if (number % A_SECOND == 0) {
        stage.upkeep().atSilent(now);
      }
    }
    adaptive.look(now);
    carriers.ensure();
    if (number % A_SECOND == 0) {
      adaptive.adapt(now);
      deadlocks.look();
    }
  }
}
