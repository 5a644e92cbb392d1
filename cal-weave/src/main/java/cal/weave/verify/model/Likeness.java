package cal.weave.verify.model;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Positions that are alike: the same is held, and the same may follow. The coarsest such partition,
 * refined until it is stable (Kanellakis and Smolka, 1990, by rounds). Stateless.
 */
final class Likeness {
  /** More looks at moves than these are given up, and each position is left alone. */
  private static final long MOST = 3_000_000;

  private Likeness() {}

  /**
   * The kind of each position.
   *
   * @param seen what others see of each position
   */
  static int[] of(List<List<Move>> moves, List<?> seen) {
    int size = moves.size();
    Map<Object, Integer> numbers = new HashMap<>();
    int[] kinds = new int[size];
    for (int i = 0; i < size; i++) {
      kinds[i] = number(numbers, seen.get(i));
    }
    long all = moves.stream().mapToLong(List::size).sum();
    long looks = 0;
    for (int count = 0; numbers.size() > count; ) {
      count = numbers.size();
      looks += all;
      if (looks > MOST) {
        return alone(size);
      }
      numbers = new HashMap<>();
      int[] finer = new int[size];
      for (int i = 0; i < size; i++) {
        Set<Move> same = new HashSet<>();
        for (Move move : moves.get(i)) {
          same.add(move.by(kinds));
        }
        finer[i] = number(numbers, List.of(kinds[i], same));
      }
      kinds = finer;
    }
    return kinds;
  }

  private static int number(Map<Object, Integer> numbers, Object of) {
    return numbers.computeIfAbsent(of, key -> numbers.size());
  }

  private static int[] alone(int size) {
    int[] kinds = new int[size];
    for (int i = 0; i < size; i++) {
      kinds[i] = i;
    }
    return kinds;
  }
}
