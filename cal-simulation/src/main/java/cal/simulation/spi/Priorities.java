package cal.simulation.spi;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The thread with the highest priority runs, by chance, until it waits; at few points by chance the
 * running thread falls behind all others. Finds bugs that need few switches at the right places:
 * PCT (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010). The differences: the length of
 * a run is unknown, so it is guessed, anew for each seed; and a falling thread stands still, as
 * with {@link RandomStalls}. Not thread-safe.
 */
public final class Priorities implements Strategy {
  private static final int MOST_CHANGES = 4;
  private static final int SHORTEST_BITS = 6;
  private static final int MORE_BITS = 10;
  private static final int LONGEST_NANOS = 3_000_000;

  private final Chance chance;
  private final Map<Integer, Long> priorities = new HashMap<>();
  private final Set<Long> changes = new TreeSet<>();
  private long points;
  private long lowest;

  /** Priorities and changes by chance. */
  public Priorities(Chance chance) {
    this.chance = chance;
    int length = 1 << (SHORTEST_BITS + chance.below(MORE_BITS));
    for (int i = 1 + chance.below(MOST_CHANGES); i > 0; i--) {
      changes.add((long) chance.below(length));
    }
  }

  @Override
  public int next(int[] ready, int count) {
    int chosen = 0;
    for (int i = 1; i < count; i++) {
      if (priority(ready[i]) > priority(ready[chosen])) {
        chosen = i;
      }
    }
    return chosen;
  }

  private long priority(int thread) {
    return priorities.computeIfAbsent(thread, one -> chance.next() >>> 1);
  }

  @Override
  public long at(int running, Point point) {
    if (!changes.remove(points++)) {
      return GO_ON;
    }
    priorities.put(running, --lowest);
    return 1L + chance.below(LONGEST_NANOS);
  }
}
