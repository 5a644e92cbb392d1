package cal.core;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which stage waits for which in hand-offs, so that no two can wait for each other for ever.
 *
 * <p>A hand-off to a fixed number of carriers always may have to wait; one to any other stage only
 * where it finds the stage full, under {@code when-full=block}. Only such hand-offs are recorded:
 * so stages without a fixed number of carriers may hand off both ways until they are full, and the
 * one hand-off that would close a circle of waiting is refused instead.
 *
 * <p>Thread-safe. An order once seen is kept for the life of the runtime.
 */
final class HandOffOrder {
  private final Map<Stage, Set<Stage>> next = new ConcurrentHashMap<>();

  /**
   * Records that {@code from} may now wait for {@code to}.
   *
   * @throws IllegalStateException if {@code to} was seen to wait for {@code from}, directly or not
   */
  void record(Stage from, Stage to) {
    if (known(from, to)) {
      return;
    }
    synchronized (this) {
      if (reaches(to, from, new HashSet<>())) {
        throw new IllegalStateException(
            "stages hand off to each other, and each may wait for the other: "
                + from.name()
                + " -> "
                + to.name()
                + " and back; they can deadlock, so "
                + remedy(to));
      }
      next.computeIfAbsent(from, key -> ConcurrentHashMap.newKeySet()).add(to);
    }
  }

  private static String remedy(Stage to) {
    String key = "cal.stage." + to.name();
    return to.bounded()
        ? "give one of them an unbounded model (" + key + ".model=virtual)"
        : "raise "
            + key
            + ".max-in-flight="
            + to.limit()
            + " or choose another "
            + key
            + ".when-full";
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
