package cal.weave.verify.model;

import cal.weave.support.WeaveException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The positions found so far, by their number. For a single thread. */
final class Positions {
  /** More are given up. */
  private static final int MOST = 50_000;

  private final Map<Position, Integer> numbers = new HashMap<>();
  private final List<Position> all = new ArrayList<>();

  /** The number of a position, which may be new. */
  int number(Position position) {
    Integer known = numbers.get(position);
    if (known != null) {
      return known;
    }
    if (all.size() == MOST) {
      throw new WeaveException(
          "an activity has more than %d positions, so nothing is known".formatted(MOST)
              + Budget.REMEDY);
    }
    numbers.put(position, all.size());
    all.add(position);
    return all.size() - 1;
  }

  List<Position> all() {
    return all;
  }
}
