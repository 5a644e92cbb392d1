package cal.core.internal.support;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Values of objects, by identity, for as long as somebody else refers to the objects.
 *
 * <p>Thread-safe. A value must not know its object. A value goes with its object, also where nobody
 * asks the map any more: the value may keep sockets of the server.
 *
 * @param <V> the values
 */
public final class WeakIdentityMap<V> {
  private static final Cleaner CLEANER =
      Cleaner.create(work -> CalThread.ofTask("cal-lost-objects", work));

  private final Map<Object, V> values = new ConcurrentHashMap<>();

  /** Makes an empty map. */
  public WeakIdentityMap() {}

  /** An object in the map. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object object) {
      super(object);
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

  /** An object to look for. */
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

  /**
   * The value of an object; made if there is none.
   *
   * @param object the object
   * @param maker makes the value then
   * @return the value
   */
  public V get(Object object, Supplier<V> maker) {
    V known = values.get(new Probe(object));
    return known != null
        ? known
        : values.computeIfAbsent(
            new Key(object),
            key -> {
              V made = maker.get();
              forgetWith(object, key);
              return made;
            });
  }

  private void forgetWith(Object object, Object key) {
    Map<Object, V> all = values;
    CLEANER.register(object, () -> all.remove(key));
  }

  /**
   * The value of an object.
   *
   * @param object the object
   * @return null if there is none
   */
  public V find(Object object) {
    return values.isEmpty() ? null : values.get(new Probe(object));
  }

  /**
   * Keeps a value of an object, in place of a former value.
   *
   * @param object the object
   * @param value from now on, without a reference to the object
   */
  public void put(Object object, V value) {
    Key key = new Key(object);
    if (values.put(key, value) == null) {
      forgetWith(object, key);
    }
  }

  /**
   * Forgets the value of an object.
   *
   * @param object the object
   */
  public void remove(Object object) {
    values.remove(new Probe(object));
  }

  public Iterable<V> values() {
    return values.values();
  }
}
