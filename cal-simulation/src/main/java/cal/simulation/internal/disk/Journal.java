package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Node.Folder;
import cal.simulation.internal.schedule.Machine;
import cal.simulation.spi.Chance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The changes of names that are not synced, in their order, as a file system's journal has them: a
 * crash keeps a beginning. The sync of a folder keeps the changes of this folder before the sync's
 * begin, and the changes that share a folder with a kept one; many file systems keep all before
 * these too. The sync of a file keeps no name (POSIX promises none). Used by the threads of one
 * run.
 */
final class Journal {
  private final boolean keepsOthers;
  private final List<Change> changes = new ArrayList<>();

  /** The number of all changes so far. */
  private long made;

  /**
   * A journal.
   *
   * @param keepsOthers whether the sync of a folder keeps what came before, in any folder
   */
  Journal(boolean keepsOthers) {
    this.keepsOthers = keepsOthers;
  }

  private record Change(Machine machine, long number, List<Folder> folders, Runnable undo) {}

  /**
   * Adds a change that has been made.
   *
   * @param by a crash of which may take it back; null for none
   */
  void add(Machine by, List<Folder> folders, Runnable undo) {
    if (by == null) {
      folders.forEach(folder -> sync(folder, made));
    } else {
      changes.add(new Change(by, made++, folders, undo));
    }
  }

  /** Returns the begin of a sync, for its end. */
  long mark() {
    return made;
  }

  /** Whether no change waits for its sync. */
  boolean isEmpty() {
    return changes.isEmpty();
  }

  /** The sync of a folder ends, which has begun at a mark. */
  void sync(Folder folder, long mark) {
    Set<Folder> synced = new HashSet<>(Set.of(folder));
    boolean all = false;
    for (int i = changes.size() - 1; i >= 0; i--) {
      Change change = changes.get(i);
      boolean needed = all || change.folders.stream().anyMatch(synced::contains);
      if (change.number < mark && needed) {
        synced.addAll(change.folders);
        all = keepsOthers;
        changes.remove(i);
      }
    }
  }

  /** A machine crashes. */
  void crash(Machine machine, Chance chance) {
    List<Change> own = changes.stream().filter(change -> change.machine == machine).toList();
    int kept = chance.oneIn(3) ? own.size() : chance.below(own.size() + 1);
    own.subList(kept, own.size()).reversed().forEach(change -> change.undo.run());
    changes.removeIf(change -> change.machine == machine);
  }
}
