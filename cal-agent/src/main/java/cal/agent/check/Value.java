package cal.agent.check;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * The possible values of one operand: the set of their origins. Immutable.
 *
 * @param origins none for a number that was computed
 */
record Value(Set<Origin> origins) {
  private static final int LARGEST = 8;

  static final Value NONE = new Value(Set.of());
  static final Value UNKNOWN = of(new Origin.Unknown());

  static Value of(Origin origin) {
    return new Value(Set.of(origin));
  }

  /** Either of two; {@code this} itself where the other adds nothing. */
  Value or(Value other) {
    if (origins.containsAll(other.origins)) {
      return this;
    }
    if (other.origins.containsAll(origins)) {
      return other;
    }
    Set<Origin> all = new LinkedHashSet<>(origins);
    all.addAll(other.origins);
    return all.size() > LARGEST ? UNKNOWN : new Value(all);
  }

  /** The values reached from each origin, such as a field of it. */
  Value through(Function<Origin, Origin> step) {
    Value reached = NONE;
    for (Origin origin : origins) {
      boolean followed = origin.length() < Origin.LONGEST_CHAIN;
      reached = reached.or(followed ? of(step.apply(origin)) : UNKNOWN);
    }
    return origins.isEmpty() ? UNKNOWN : reached;
  }

  boolean contains(Origin origin) {
    return origins.contains(origin);
  }

  /** The only origin, or null. */
  Origin single() {
    return origins.size() == 1 ? origins.iterator().next() : null;
  }
}
