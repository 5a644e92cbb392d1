package cal.jcsp;

import java.util.IdentityHashMap;

/**
 * The regions of some guards: those that threads use now. Its lock is held for moments, and never
 * while a thread is made. Thread-safe.
 */
final class Shard {
  private final IdentityHashMap<Object, Region> inUse = new IdentityHashMap<>();

  Shard() {}

  /** The region of a guard, or null if nobody uses it. */
  synchronized Region find(Object guard) {
    return inUse.get(guard);
  }

  /** Counts the calling thread among those that use a region; null if nobody uses it yet. */
  synchronized Region join(Object guard) {
    Region region = inUse.get(guard);
    if (region != null) {
      region.users++;
    }
    return region;
  }

  /** The same, with a region for the case that there is none. */
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
