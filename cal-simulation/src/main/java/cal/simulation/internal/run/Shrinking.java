package cal.simulation.internal.run;

import cal.simulation.internal.run.Decisions.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Finds few decisions with which a run still fails: first without any choice of threads, then with
 * ever fewer of the threads that stand still, by delta debugging (ddmin; Zeller and Hildebrandt,
 * IEEE TSE 28, 2002). Bounded by a number of runs and by time. For one failure.
 */
final class Shrinking {
  private static final int MOST_RUNS = 300;
  private static final long MOST_NANOS = 10_000_000_000L;

  private final Predicate<Decisions> fails;
  private final long began = System.nanoTime();
  private int runs;

  /**
   * For a failure.
   *
   * @param fails whether a run by decisions ends in the same failure
   */
  Shrinking(Predicate<Decisions> fails) {
    this.fails = fails;
  }

  /** Returns the number of runs so far. */
  int runs() {
    return runs;
  }

  /** Returns fewer decisions, or the same. */
  Decisions of(Decisions all) {
    Decisions quiet = new Decisions(all.stalls, Map.of());
    Map<Integer, Integer> choices = fails(quiet) ? Map.of() : all.choices;
    Map<Place, Long> stalls = all.stalls;
    if (fails(new Decisions(Map.of(), choices))) {
      stalls = Map.of();
    }
    List<Place> places =
        least(
            new ArrayList<>(stalls.keySet()),
            some -> fails(new Decisions(only(all.stalls, some), choices)));
    Map<Place, Long> few = only(all.stalls, places);
    List<Integer> steps =
        least(
            new ArrayList<>(choices.keySet()),
            some -> fails(new Decisions(few, new TreeMap<>(only(choices, some)))));
    return new Decisions(few, new TreeMap<>(only(choices, steps)));
  }

  private static <K, V> Map<K, V> only(Map<K, V> all, List<K> keys) {
    Map<K, V> some = new LinkedHashMap<>();
    keys.forEach(key -> some.put(key, all.get(key)));
    return some;
  }

  private <T> List<T> least(List<T> all, Predicate<List<T>> stillFails) {
    List<T> least = all;
    int parts = 2;
    while (least.size() > 1 && !isOver()) {
      int size = Math.ceilDiv(least.size(), parts);
      List<T> fewer = null;
      for (int from = 0; from < least.size() && fewer == null; from += size) {
        List<T> part = least.subList(from, Math.min(least.size(), from + size));
        LinkedHashSet<T> others = new LinkedHashSet<>(least);
        part.forEach(others::remove);
        List<T> rest = List.copyOf(others);
        fewer = stillFails.test(rest) ? rest : null;
      }
      if (fewer != null) {
        least = fewer;
        parts = Math.max(2, parts - 1);
      } else if (parts >= least.size()) {
        return least;
      } else {
        parts = Math.min(least.size(), 2 * parts);
      }
    }
    return least;
  }

  private boolean isOver() {
    return runs >= MOST_RUNS || System.nanoTime() - began > MOST_NANOS;
  }

  private boolean fails(Decisions decisions) {
    if (isOver()) {
      return false;
    }
    runs++;
    return fails.test(decisions);
  }
}
