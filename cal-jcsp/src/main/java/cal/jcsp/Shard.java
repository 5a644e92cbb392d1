package cal.jcsp;

import java.util.IdentityHashMap;

/**
 * The regions in use of some guards. The lock is held for moments, and never while a thread is
 * made. Thread-safe.
 */
final class Shard {
  private final IdentityHashMap<Object, Region> inUse = new IdentityHashMap<>();

  Shard() {}

  /** The region of a guard, or null if unused. */
  synchronized Region find(Object guard) {
    return inUse.get(guard);
  }

  /** Counts the calling thread among the users of a region; null for an unused region. */
  synchronized Region join(Object guard) {
    Region region = inUse.get(guard);
    if (region != null) {
      region.users++;
    }
    return region;
  }

  /** The same, with a region for an unused guard. */
  synchronized Region joinOr(Object guard, Region fresh) {
    Region region = join(guard);
    if (region != null) {
      return region;
    }
    inUse.put(guard, fresh);
    fresh.users = 1;
    return fresh;
  }

  /**
   * Undoes {@link #join}.
   *
   * @return whether nobody uses the region any more
   */
  synchronized boolean leave(Object guard, Region region) {
    if (--region.users > 0) {
      return false;
    }
    inUse.remove(guard);
    return true;
  }

  synchronized int size() {
    return inUse.size();
  }
}
