package cal.weave.code;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * The possible values of one operand: the set of their origins. Immutable.
 *
 * @param origins none for a number that was computed
 */
public record Value(Set<Origin> origins) {
  private static final int LARGEST = 8;

  public static final Value NONE = new Value(Set.of());
  public static final Value UNKNOWN = of(new Origin.Unknown());

  public static Value of(Origin origin) {
    return new Value(Set.of(origin));
  }

  /** Either of two; {@code this} itself where the other adds nothing. */
  public Value or(Value other) {
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
  public Value through(Function<Origin, Origin> step) {
    Value reached = NONE;
    for (Origin origin : origins) {
      boolean followed = origin.length() < Origin.LONGEST_CHAIN;
      reached = reached.or(followed ? of(step.apply(origin)) : UNKNOWN);
    }
    return origins.isEmpty() ? UNKNOWN : reached;
  }

  public boolean contains(Origin origin) {
    return origins.contains(origin);
  }

  /** The only origin, or null. */
  public Origin single() {
    return origins.size() == 1 ? origins.iterator().next() : null;
  }
}
