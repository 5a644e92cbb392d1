package cal.core.internal.engine;

import cal.core.internal.activity.StagedActivity;
import cal.core.internal.region.Blockages;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.Closer;
import cal.core.internal.support.Grace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/** Waits for activities to end, closes those that wait for input, and at a deadline all others. */
public final class Drain {
  private static final long LOOK_NANOS = 2_000_000L;

  private Drain() {}

  /**
   * Drains stages that refuse new activities already.
   *
   * @return a description of each activity that was interrupted
   */
  public static List<String> run(
      List<OpenStage> stages,
      Predicate<StagedActivity> which,
      BooleanSupplier busy,
      Function<OpenStage, Duration> timeout) {
    long start = System.nanoTime();
    List<String> stragglers = new ArrayList<>();
    // An activity that begins in the place of an interrupted one is past the deadline as well.
    Set<StagedActivity> stopped = Collections.newSetFromMap(new IdentityHashMap<>());
    // A look at all threads takes a while: once, however many begin in the place of others.
    Map<OpenStage, Blockages> blockages = new HashMap<>();
    try (Closer closer = Closer.ofDrain()) {
      ExitWatch exits = new ExitWatch();
      while (busy.getAsBoolean()) {
        exits.at(stages);
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        boolean hopeless = true;
        for (OpenStage stage : stages) {
          Duration limit = timeout.apply(stage);
          if (elapsed.compareTo(limit) < 0) {
            stage.ending().closeAwaitingInput(which, closer::run);
          } else {
            stragglers.addAll(
                stage
                    .ending()
                    .stop(
                        a -> which.test(a) && stopped.add(a),
                        threads -> blockages.computeIfAbsent(stage, s -> Blockages.of(threads)),
                        closer));
          }
          hopeless &= elapsed.compareTo(limit.plusNanos(Grace.nanos())) > 0;
        }
        if (hopeless) {
          break;
        }
        // A look costs less than a signal at the end of each activity would, all year round.
        LockSupport.parkNanos(stages, LOOK_NANOS);
        closer.look();
      }
    }
    return stragglers;
  }
}
