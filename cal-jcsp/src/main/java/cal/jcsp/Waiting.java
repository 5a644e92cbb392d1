package cal.jcsp;

/**
 * The threads that wait inside a region for a signal, in the order in which they came. For the
 * oracle alone; needs no memory of its own.
 */
final class Waiting {
  private Entrant first;
  private Entrant last;

  Waiting() {}

  /** Puts one behind the others. */
  void add(Entrant entrant) {
    entrant.waits = true;
    entrant.before = last;
    if (last == null) {
      first = entrant;
    } else {
      last.after = entrant;
    }
    last = entrant;
  }

  /**
   * Takes one out.
   *
   * @return whether it was there
   */
  boolean remove(Entrant entrant) {
    if (!entrant.waits) {
      return false;
    }
    entrant.waits = false;
    if (entrant.before == null) {
      first = entrant.after;
    } else {
      entrant.before.after = entrant.after;
    }
    if (entrant.after == null) {
      last = entrant.before;
    } else {
      entrant.after.before = entrant.before;
    }
    entrant.before = null;
    entrant.after = null;
    return true;
  }

  /** Takes out the one that waits longest; null if none does. */
  Entrant poll() {
    Entrant longest = first;
    if (longest != null) {
      remove(longest);
    }
    return longest;
  }
}
