package cal.core;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What is known of objects, by their identity, for as long as somebody else knows them.
 *
 * <p>Thread-safe. A value must not know its object.
 *
 * @param <V> what is known
 */
final class WeakIdentityMap<V> {
  private final Map<Object, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  /** An object in the map. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object object, ReferenceQueue<Object> gone) {
      super(object, gone);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      Object object = get();
      return this == other || (object != null && other instanceof Key key && key.refersTo(object));
    }
  }

  /** An object that is looked for. */
  private record Probe(Object object) {
    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.refersTo(object);
    }
  }

  /** What is known of an object; made if nothing is. */
  V get(Object object, Supplier<V> maker) {
    V known = values.get(new Probe(object));
    if (known != null) {
      return known;
    }
    for (Object key = gone.poll(); key != null; key = gone.poll()) {
      values.remove(key);
    }
    return values.computeIfAbsent(new Key(object, gone), absent -> maker.get());
  }

  Iterable<V> values() {
    return values.values();
  }
}
