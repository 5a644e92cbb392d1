package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.generation.Generation;
import cal.core.internal.support.CalThread;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Closes a former generation of a stage after its last activity, unless present again. After {@code
 * shutdown-timeout} the log names the activities left. For one thread.
 */
final class GenerationEnd implements BooleanSupplier {
  /** The most activities named in the log. */
  private static final int NAMED = 10;

  private final ActivityStage stage;
  private final Generations generations;
  private final Generation generation;
  private final long since = System.nanoTime();
  private boolean told;

  private GenerationEnd(ActivityStage stage, Generations generations, Generation generation) {
    this.stage = stage;
    this.generations = generations;
    this.generation = generation;
  }

  /** The thread of an end, not started. */
  static Thread thread(ActivityStage stage, Generations generations, Generation generation) {
    return CalThread.ofRounds(
        "cal-switch-" + stage.name(), new GenerationEnd(stage, generations, generation));
  }

  /** Looks for activities, and waits; false once nothing is left to wait for. */
  @Override
  public boolean getAsBoolean() {
    if (generations.closeIfEmpty(generation)) {
      return false;
    }
    long limit = TimeUnit.NANOSECONDS.convert(generations.settings().shutdownTimeout());
    long left = limit - (System.nanoTime() - since);
    if (told) {
      LockSupport.park(this);
    } else if (left > 0) {
      LockSupport.parkNanos(this, left);
    } else {
      tell();
      told = true;
    }
    return true;
  }

  private void tell() {
    List<String> names = new ArrayList<>();
    stage
        .attached()
        .forEachInFlight(
            generations,
            (worker, activity) -> {
              if (activity.runBy() == generation) {
                names.add(activity.name());
              }
            });
    int more = names.size() - NAMED;
    Log.log(
        Level.WARNING,
        "stage=%s: %d activities are still run by %s; each goes over with its next step: %s%s"
            .formatted(
                stage.name(),
                names.size(),
                generation.model().name(),
                String.join(", ", names.subList(0, Math.min(NAMED, names.size()))),
                more > 0 ? " and " + more + " more" : ""),
        null);
  }
}
