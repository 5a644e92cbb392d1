package cal.core;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Through which policy each guard was first entered: two would not exclude each other. Asked only
 * in a process that has several policies. Thread-safe; keeps no guard alive.
 */
final class GuardPolicies {
  private static final Map<Object, Regions> FIRST = new ConcurrentHashMap<>();
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  private GuardPolicies() {}

  /** A guard, by identity, in the map. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object guard) {
      super(guard, GONE);
      hash = System.identityHashCode(guard);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      Object guard = get();
      return this == other || (guard != null && other instanceof Key key && key.refersTo(guard));
    }
  }

  /** A guard that is looked for. */
  private record Probe(Object guard) {
    @Override
    public int hashCode() {
      return System.identityHashCode(guard);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.refersTo(guard);
    }
  }

  /**
   * Notes the policy of a guard.
   *
   * @throws IllegalStateException if it was entered through another
   */
  static void requireOne(Object guard, Regions regions) {
    Regions first = FIRST.get(new Probe(guard));
    if (first == null) {
      for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
        FIRST.remove(gone);
      }
      first = FIRST.putIfAbsent(new Key(guard), regions);
    }
    if (first != null && first.policy() != regions.policy()) {
      throw new IllegalStateException(
          "guard "
              + describe(guard)
              + " is entered through two policies, "
              + first.policyName()
              + " ("
              + first.name()
              + ") and "
              + regions.policyName()
              + " ("
              + regions.name()
              + "), which do not exclude each other; give both aspects the same");
    }
  }

  /** A guard as thread dumps show it: the server's {@code toString()} may need the guard. */
  static String describe(Object guard) {
    return guard.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(guard));
  }
}
