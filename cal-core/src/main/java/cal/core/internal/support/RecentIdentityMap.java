package cal.core.internal.support;

import java.lang.ref.WeakReference;
import java.util.function.Supplier;

/**
 * A {@link WeakIdentityMap} whose values are made once, and stay: an object met lately is found by
 * a single look, without memory. Thread-safe.
 *
 * @param <V> the values
 */
public final class RecentIdentityMap<V> {
  /** Objects that are found by a look; a power of two. */
  private static final int RECENT = 1024;

  /** The value of an object. Immutable, so that a racing look sees all of it or nothing. */
  private static final class Recent extends WeakReference<Object> {
    private final Object value;

    Recent(Object object, Object value) {
      super(object);
      this.value = value;
    }
  }

  private final WeakIdentityMap<V> all = new WeakIdentityMap<>();

  /** By the object's hash. A lost write costs the next thread a longer look. */
  private final Recent[] recent = new Recent[RECENT];

  /** Makes an empty map. */
  public RecentIdentityMap() {}

  /**
   * The value of an object; made if there is none.
   *
   * @param object the object
   * @param maker makes the value then
   * @return the value
   */
  @SuppressWarnings("unchecked") // The map's own value.
  public V get(Object object, Supplier<V> maker) {
    int at = System.identityHashCode(object) & (RECENT - 1);
    Recent known = recent[at];
    if (known != null && known.refersTo(object)) {
      return (V) known.value;
    }
    V value = all.get(object, maker);
    recent[at] = new Recent(object, value);
    return value;
  }
}
