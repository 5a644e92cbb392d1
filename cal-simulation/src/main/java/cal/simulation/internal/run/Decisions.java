package cal.simulation.internal.run;

import cal.simulation.spi.Point;
import cal.simulation.spi.Strategy;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The decisions of a strategy: which thread stood still at which of its points, and for how long,
 * and which thread was chosen at which step, where not the one that waited longest. Not
 * thread-safe.
 */
final class Decisions {
  /** A point of a thread, by the number of the thread and of its points. */
  record Place(int thread, int point) {}

  final Map<Place, Long> stalls;
  final Map<Integer, Integer> choices;

  Decisions(Map<Place, Long> stalls, Map<Integer, Integer> choices) {
    this.stalls = stalls;
    this.choices = choices;
  }

  /** A strategy that decides as another, and writes the decisions down. */
  static final class Written implements Strategy {
    private final Strategy other;
    private final Map<Integer, Integer> points = new HashMap<>();
    private final Decisions decisions = new Decisions(new LinkedHashMap<>(), new TreeMap<>());
    private int steps;

    Written(Strategy other) {
      this.other = other;
    }

    Decisions decisions() {
      return decisions;
    }

    @Override
    public int next(int[] ready, int count) {
      int chosen = other.next(ready, count);
      if (chosen != 0) {
        decisions.choices.put(steps, chosen);
      }
      steps++;
      return chosen;
    }

    @Override
    public long at(int running, Point point) {
      int number = points.merge(running, 1, Integer::sum);
      long stall = other.at(running, point);
      if (stall != GO_ON) {
        decisions.stalls.put(new Place(running, number), stall);
      }
      return stall;
    }
  }

  /** A strategy that decides as written, and else goes on with the thread that waited longest. */
  Strategy asStrategy() {
    return new Strategy() {
      private final Map<Integer, Integer> points = new HashMap<>();
      private int steps;

      @Override
      public int next(int[] ready, int count) {
        return Math.min(choices.getOrDefault(steps++, 0), count - 1);
      }

      @Override
      public long at(int running, Point point) {
        int number = points.merge(running, 1, Integer::sum);
        return stalls.getOrDefault(new Place(running, number), GO_ON);
      }
    };
  }
}
