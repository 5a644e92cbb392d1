package cal.core.internal.stage;

import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that closes a former generation of a stage once it has no activity, unless it is the
 * present one again. After {@code shutdown-timeout} it says what is still there, and goes on.
 */
final class GenerationEnd extends Thread {
  /** Activities that the log names at most. */
  private static final int NAMED = 10;

  private final OpenStage stage;
  private final Generations generations;
  private final Generation generation;

  GenerationEnd(OpenStage stage, Generations generations, Generation generation) {
    super("cal-switch-" + stage.name());
    this.stage = stage;
    this.generations = generations;
    this.generation = generation;
    setDaemon(true);
  }

  @Override
  public void run() {
    long end = System.nanoTime() + stage.shutdownTimeout().toNanos();
    boolean told = false;
    while (!generations.closeIfEmpty(generation)) {
      long left = end - System.nanoTime();
      if (told) {
        LockSupport.park(this);
      } else if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else {
        told = true;
        tell();
      }
    }
  }

  private void tell() {
    List<String> names = new ArrayList<>();
    stage.forEachInFlight(
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
