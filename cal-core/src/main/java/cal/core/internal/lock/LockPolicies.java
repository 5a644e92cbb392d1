package cal.core.internal.lock;

import cal.core.spi.SynchronizationPolicy;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The built-in policies but {@code monitor}, by name; before each but {@code optimistic}, {@code
 * fair-} lets threads in by their order. The single instance of each. Thread-safe.
 */
public final class LockPolicies {
  /** The policy whose readers look without entering. */
  public static final String OPTIMISTIC = "optimistic";

  /** The policy whose readers are inside together. */
  public static final String SHARED = "shared";

  /** The policy of several threads at a time. */
  public static final String COUNTING = "counting";

  private static final String LOCK = "lock";
  private static final String FAIR = "fair-";

  private final Map<String, SynchronizationPolicy> made = new ConcurrentHashMap<>();

  /** Without a policy yet. */
  public LockPolicies() {}

  /** All names. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(Set.of(LOCK, SHARED, OPTIMISTIC, COUNTING));
    Set.of(LOCK, SHARED, COUNTING).forEach(name -> names.add(FAIR + name));
    return names;
  }

  /** Whether a policy has permits. */
  public static boolean counts(String name) {
    return unfair(name).equals(COUNTING);
  }

  /** Whether a policy knows regions that only read. */
  public static boolean reads(String name) {
    return name.equals(OPTIMISTIC) || unfair(name).equals(SHARED);
  }

  private static String unfair(String name) {
    return name.startsWith(FAIR) ? name.substring(FAIR.length()) : name;
  }

  /**
   * The policy of a name.
   *
   * @param permits threads at a time, for a policy that counts
   */
  public SynchronizationPolicy named(String name, int permits) {
    return made.computeIfAbsent(
        counts(name) ? name + " " + permits : name,
        key -> new LockPolicy(name, maker(unfair(name), name.startsWith(FAIR), permits)));
  }

  private static Supplier<GuardLock> maker(String kind, boolean fair, int permits) {
    return switch (kind) {
      case SHARED -> () -> new SharedLock(fair);
      case OPTIMISTIC -> OptimisticLock::new;
      case COUNTING ->
          permits == 1 ? () -> new ExclusiveLock(fair) : () -> new CountingLock(permits, fair);
      default -> () -> new ExclusiveLock(fair);
    };
  }
}
