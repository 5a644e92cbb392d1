package cal.jcsp;

/**
 * The threads inside a region that wait for a signal, in order of arrival. For the oracle alone;
 * needs no memory.
 */
final class Waiting {
  private Entrant first;
  private Entrant last;

  Waiting() {}

  /** Puts a thread behind the others. */
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
   * Takes a thread out.
   *
   * @return whether the thread was there
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

  /** Takes out the longest waiting thread; null if none waits. */
  Entrant poll() {
    Entrant longest = first;
    if (longest != null) {
      remove(longest);
    }
    return longest;
  }
}
