package cal.core.internal.region;

import cal.core.spi.SynchronizationPolicy;

/**
 * An entered region: the guard, and the server's object for the guard. A cell of a {@link
 * RegionStack}, used again; for the thread of the stack.
 */
final class RegionEntry {
  final RegionEntry outer;
  private RegionEntry inner;
  Object bound;
  Object guard;
  SynchronizationPolicy policy;

  /** Whether the region only reads, and others may be inside that do. */
  boolean shared;

  /** Whether the policy has let the thread in. */
  boolean entered;

  /** Monitors entered from here, each by the server's object. */
  int monitors;

  RegionEntry(RegionEntry outer) {
    this.outer = outer;
  }

  RegionEntry inner() {
    if (inner == null) {
      inner = new RegionEntry(this);
    }
    return inner;
  }

  /**
   * The region from here on outwards with an object as guard, or in place of the guard, or else the
   * innermost with a key; null for none.
   */
  RegionEntry find(Object object) {
    RegionEntry mapped = null;
    RegionEntry keyed = null;
    for (RegionEntry entry = this; entry.outer != null; entry = entry.outer) {
      if (entry.guard == object) {
        return entry;
      }
      if (mapped == null && entry.bound == object) {
        mapped = entry;
      }
      if (keyed == null && entry.guard instanceof Stripes.Stripe) {
        keyed = entry;
      }
    }
    return mapped == null ? keyed : mapped;
  }
}
