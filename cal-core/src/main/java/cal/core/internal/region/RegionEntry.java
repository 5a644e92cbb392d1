package cal.core.internal.region;

import cal.core.spi.SynchronizationPolicy;

/**
 * A region that is entered: the guard, and the object that stands for it in the server. A cell of a
 * {@link RegionStack}, which uses it again; for the thread of that.
 */
final class RegionEntry {
  final RegionEntry outer;
  private RegionEntry inner;
  Object bound;
  Object guard;
  SynchronizationPolicy policy;

  /** Whether the policy has let the thread in. */
  boolean entered;

  /** Monitors that were entered from here, each by the object that the server knows it as. */
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
