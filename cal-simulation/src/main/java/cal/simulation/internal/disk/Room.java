package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Node.Plain;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The room that the changed files of a run take, as long as a name or a descriptor has them. Used
 * by the threads of one run.
 */
final class Room {
  private static final int UNKNOWN = -1;

  private final Set<Plain> changed = new LinkedHashSet<>();
  private long used;

  /** A file is changed for the first time, or again. */
  void add(Plain file) {
    if (changed.add(file)) {
      used = UNKNOWN;
    }
  }

  /** A changed file takes more room, or less. */
  void grow(long by) {
    used += used == UNKNOWN ? 0 : by;
  }

  /** A name or a descriptor of a file may be gone. */
  void look() {
    used = UNKNOWN;
  }

  /** Returns the changed files, without those that are gone for good. */
  Set<Plain> files(Journal journal) {
    if (journal.isEmpty()) { // else a crash may give a name back
      changed.removeIf(file -> !file.isThere());
    }
    return changed;
  }

  /** Returns the bytes in use. */
  long used(Journal journal) {
    if (used == UNKNOWN) {
      used = files(journal).stream().filter(Plain::isThere).mapToLong(Plain::written).sum();
    }
    return used;
  }
}
