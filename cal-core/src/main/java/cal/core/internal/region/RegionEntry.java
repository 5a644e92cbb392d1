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
}
