package cal.core;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which bounded stage hands off to which, so that no two can wait for each other's carriers.
 *
 * <p>Thread-safe. An order once seen is kept for the life of the runtime.
 */
final class HandOffOrder {
  private final Map<Stage, Set<Stage>> next = new ConcurrentHashMap<>();

  /**
   * Records that {@code from} waits for {@code to}.
   *
   * @throws IllegalStateException if {@code to} was seen to wait for {@code from}, directly or not
   */
  void record(Stage from, Stage to) {
    if (!from.bounded() || !to.bounded() || known(from, to)) {
      return;
    }
    synchronized (this) {
      if (reaches(to, from, new HashSet<>())) {
        throw new IllegalStateException(
            "stages hand off to each other, and both are bounded: "
                + from.name()
                + " -> "
                + to.name()
                + " and back; they can deadlock, so give one of them an unbounded model"
                + " (cal.stage."
                + to.name()
                + ".model=virtual)");
      }
      next.computeIfAbsent(from, key -> ConcurrentHashMap.newKeySet()).add(to);
    }
  }

  private boolean known(Stage from, Stage to) {
    Set<Stage> targets = next.get(from);
    return targets != null && targets.contains(to);
  }

  private boolean reaches(Stage from, Stage goal, Set<Stage> seen) {
    if (from == goal) {
      return true;
    }
    for (Stage stage : next.getOrDefault(from, Set.of())) {
      if (seen.add(stage) && reaches(stage, goal, seen)) {
        return true;
      }
    }
    return false;
  }
}
