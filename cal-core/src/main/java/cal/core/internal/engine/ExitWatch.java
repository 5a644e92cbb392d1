package cal.core.internal.engine;

import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.JvmEnd;
import java.util.List;

/**
 * The look of a drain for activities in {@link System#exit}, or waiting for such an activity: where
 * this call has begun the drain, each would wait for the other. For a single thread, and for 5% of
 * its time at most.
 */
final class ExitWatch {
  private static final int PAUSES = 19;

  private long due = System.nanoTime();

  void at(List<OpenStage> stages) {
    long start = System.nanoTime();
    if (start - due >= 0 && JvmEnd.underWay()) {
      stages.forEach(stage -> stage.ending().leaveExitingToJvm());
      long now = System.nanoTime();
      due = now + (now - start) * PAUSES;
    }
  }
}
